# usage: junit_own.py FILE   the JUnit file of our own harness: an XML parser reads it, and it holds what the schema knows and the numbers it claims
import sys,xml.etree.ElementTree as E
r=E.parse(sys.argv[1]).getroot(); assert r.tag=='testsuites',r.tag
[s]=r; assert s.tag=='testsuite' and all(k in s.attrib for k in('name','tests','failures','errors','skipped','time')),s.attrib
cases=s.findall('testcase'); assert {e.tag for e in s}<={'testcase','system-out','system-err'}
known={'failure','error','skipped','system-out','system-err','rerunFailure','flakyFailure'}
for c in cases:
    assert c.get('name') and 'classname' in c.attrib and float(c.get('time'))>=0,c.attrib
    assert {e.tag for e in c}<=known and len(c.findall('failure'))+len(c.findall('skipped'))<=1,[e.tag for e in c]
n=lambda tag: sum(c.find(tag) is not None for c in cases)
assert (len(cases),n('failure'),n('skipped'))==tuple(int(s.get(k)) for k in('tests','failures','skipped')),s.attrib
f={c.get('name'):c.find('failure') for c in cases}
assert 'boom-panic' in f['panics'].get('message') and "thread 'smoke::panics' panicked at" in f['panics'].text,f['panics'].attrib
assert f['passes'] is None
print('JUNIT-OK',len(cases))
