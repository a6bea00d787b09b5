//! The few protobuf fields that the bench's files need. Written apart from the library, which is what reads them.

/// A field that holds bytes, text or a message.
pub(crate) fn bytes(number: u64, content: &[u8]) -> Vec<u8> {
    let mut field = bytes_header(number, content.len() as u64);
    field.extend_from_slice(content);
    field
}

/// What stands before the `length` bytes of such a field.
pub(crate) fn bytes_header(number: u64, length: u64) -> Vec<u8> {
    let mut header = varint(number << 3 | 2);
    header.extend(varint(length));
    header
}

/// A field that holds a number; negative ones take ten bytes.
pub(crate) fn number(number: u64, value: i64) -> Vec<u8> {
    let mut field = varint(number << 3);
    field.extend(varint(value.cast_unsigned()));
    field
}

/// A repeated field of numbers, not packed.
pub(crate) fn numbers(field: u64, values: &[i64]) -> Vec<u8> {
    values.iter().flat_map(|value| number(field, *value)).collect()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_in_the_format_s_own_examples() {
        assert_eq!(number(1, 150), [0x08, 0x96, 0x01]);
        assert_eq!(bytes(2, b"testing"), [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67]);
        assert_eq!(number(1, -1).len(), 11);
    }
}
