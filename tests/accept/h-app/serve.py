# An app that adds its process id to the file $STARTS when it starts.
import http.server, os, sys
with open(os.environ['STARTS'], 'a') as starts: print(os.getpid(), file=starts)
http.server.HTTPServer(('127.0.0.1', int(sys.argv[1])), http.server.SimpleHTTPRequestHandler).serve_forever()
