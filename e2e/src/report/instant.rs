//! The instants of records, read without a calendar where that can be had.
//!
//! A report of many tests reads one for each several times over, and most of them lie
//! within the same minutes.

/// Reads instants one after the other; cheap while they lie in one minute.
#[derive(Debug, Default)]
pub(super) struct Reader<'a> {
    /// `2025-03-01T10:00` and when it began, milliseconds of Unix time.
    minute: Option<(&'a str, i64)>,
}

impl<'a> Reader<'a> {
    /// Milliseconds of Unix time; `None` for what is no instant.
    pub(super) fn read(&mut self, written: &'a str) -> Option<i64> {
        let slow = || {
            let instant: jiff::Timestamp = written.parse().ok()?;
            Some(instant.as_millisecond())
        };
        let Some((minute, into)) = split(written) else {
            return slow();
        };
        let began = match self.minute {
            Some((known, began)) if known == minute => began,
            _ => {
                let began: jiff::Timestamp = format!("{minute}:00Z").parse().ok()?;
                self.minute = Some((minute, began.as_millisecond()));
                began.as_millisecond()
            }
        };
        Some(began + into)
    }
}

/// `2025-03-01T10:00:07.25Z` as `2025-03-01T10:00` and 7,250 milliseconds. `None` for
/// any other form, which may be an instant all the same.
fn split(written: &str) -> Option<(&str, i64)> {
    let bytes = written.as_bytes();
    let (minute, rest) = (written.get(..16)?, bytes.get(16..)?);
    let (&b':', &[ten, one], rest) = (rest.first()?, rest.get(1..3)?, rest.get(3..)?) else {
        return None;
    };
    let seconds = 10 * i64::from(digit(ten)?) + i64::from(digit(one)?);
    let mut thousandths = 0;
    match rest {
        b"Z" => {}
        [b'.', fraction @ .., b'Z'] if !fraction.is_empty() && fraction.len() <= 9 => {
            let mut weight = 100;
            for byte in fraction {
                thousandths += weight * i64::from(digit(*byte)?);
                weight /= 10;
            }
        }
        _ => return None,
    }
    (seconds < 60).then_some((minute, 1000 * seconds + thousandths))
}

fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}

/// `2025-03-01 10:00:00 UTC`; what is no instant is shown as it is.
pub(super) fn show(written: &str) -> String {
    if let Some((minute, into)) = split(written)
        && let Some((date, time)) = minute.split_once('T')
    {
        return format!("{date} {time}:{:02} UTC", into / 1000);
    }
    match written.parse::<jiff::Timestamp>() {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
        Err(_) => written.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_what_the_calendar_says() {
        let mut reader = Reader::default();
        for written in [
            "2025-03-01T10:00:00Z",
            "2025-03-01T10:00:59.999999999Z",
            "2025-03-01T10:00:07.25Z",
            "2025-03-01T10:01:07.0019Z",
            "2024-02-29T23:59:59.5Z",
            "2025-03-01T10:00:00+02:00",
            "1969-12-31T23:59:59.75Z",
            "2025-03-01 10:00:00Z",
            "2025-03-01T10:00:60Z",
            "2025-02-29T10:00:00Z",
            "2025-03-01T10:00:00.Z",
            "2025-03-01T1ü:00:00Z",
            "yesterday",
            "",
        ] {
            let expected = written.parse::<jiff::Timestamp>().ok();
            // The calendar floors what it rounds before its beginning.
            let read = reader.read(written);
            match expected {
                Some(at) if at.as_second() < 0 => {
                    assert_eq!(read.map(|ms| ms.div_euclid(1000)), Some(-1), "{written}");
                }
                at => assert_eq!(read, at.map(jiff::Timestamp::as_millisecond), "{written}"),
            }
        }
    }

    #[test]
    fn instants_read_well_or_stay() {
        for (written, shown) in [
            ("2025-03-01T10:00:00.5Z", "2025-03-01 10:00:00 UTC"),
            ("2025-03-01T10:00:07Z", "2025-03-01 10:00:07 UTC"),
            ("2025-03-01T10:00:07+02:00", "2025-03-01 08:00:07 UTC"),
            ("yesterday", "yesterday"),
        ] {
            assert_eq!(show(written), shown);
        }
    }
}
