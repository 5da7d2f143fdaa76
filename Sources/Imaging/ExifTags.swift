internal import CExif

/// The tags of one EXIF structure, as libexif found them; lives as long as the closure it is given to.
struct ExifTags: ~Copyable {
    /// The directories that are read: tag numbers mean different things in each.
    enum Directory {
        /// IFD 0.
        case picture
        /// The Exif sub-directory.
        case photo
        /// The GPS sub-directory.
        case gps
    }

    /// A fraction as stored.
    struct Rational {
        let numerator, denominator: Int64
        /// Nil when the denominator is 0.
        var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }
        /// 0/0, which cameras write for "not known".
        var isUndefined: Bool { numerator == 0 && denominator == 0 }
    }

    private let exif: UnsafeMutablePointer<ExifData>

    /// Lends the tags of the TIFF structure at `range` of `bytes`; does nothing when libexif sees none.
    ///
    /// libexif is told to change nothing: by default it "repairs" what breaks the specification.
    static func read(_ bytes: [UInt8], _ range: Range<Int>, _ body: (borrowing ExifTags) -> Void) {
        guard let exif = exif_data_new() else { return }
        let tags = ExifTags(exif: exif)
        exif_data_unset_option(exif, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_unset_option(exif, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        exif_data_set_option(exif, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE)
        // libexif wants the six bytes `Exif␀␀` in front.
        bytes[range.lowerBound - 6..<range.upperBound].withUnsafeBufferPointer {
            exif_data_load_data(exif, $0.baseAddress, UInt32($0.count))
        }
        body(tags)
    }

    private init(exif: UnsafeMutablePointer<ExifData>) { self.exif = exif }

    deinit { exif_data_unref(exif) }

    /// The text of an ASCII tag up to its first NUL, without spaces around it; nil when there is none.
    func text(_ directory: Directory, _ tag: UInt32) -> String? {
        guard let entry = entry(directory, tag), entry.format == EXIF_FORMAT_ASCII else {
            return nil
        }
        let bytes = UnsafeBufferPointer(start: entry.data, count: Int(entry.size))
        let space = UInt8(ascii: " ")
        let text = bytes.prefix { $0 != 0 }.drop { $0 == space }
        let end = text.lastIndex { $0 != space }.map { $0 + 1 } ?? text.startIndex
        return text.startIndex == end ? nil : String(decoding: text[..<end], as: UTF8.self)
    }

    /// The first value of an integer tag, whatever its width.
    func integer(_ directory: Directory, _ tag: UInt32) -> Int? {
        guard let entry = entry(directory, tag), entry.components > 0 else { return nil }
        return switch entry.format {
        case EXIF_FORMAT_BYTE where entry.size >= 1: Int(entry.data[0])
        case EXIF_FORMAT_SHORT where entry.size >= 2: Int(exif_get_short(entry.data, order))
        case EXIF_FORMAT_LONG where entry.size >= 4: Int(exif_get_long(entry.data, order))
        default: nil
        }
    }

    /// All values of a rational tag, signed or not; nil when it has another format.
    func rationals(_ directory: Directory, _ tag: UInt32) -> [Rational]? {
        guard let entry = entry(directory, tag) else { return nil }
        let count = min(Int(clamping: entry.components), Int(entry.size) / 8)
        switch entry.format {
        case EXIF_FORMAT_RATIONAL:
            return (0..<count).map {
                let value = exif_get_rational(entry.data + $0 * 8, order)
                return Rational(
                    numerator: Int64(value.numerator), denominator: Int64(value.denominator))
            }
        case EXIF_FORMAT_SRATIONAL:
            return (0..<count).map {
                let value = exif_get_srational(entry.data + $0 * 8, order)
                return Rational(
                    numerator: Int64(value.numerator), denominator: Int64(value.denominator))
            }
        default:
            return nil
        }
    }

    private var order: ExifByteOrder { exif_data_get_byte_order(exif) }

    /// An entry that has its bytes.
    private func entry(_ directory: Directory, _ tag: UInt32) -> ExifEntry? {
        let directories = exif.pointee.ifd
        // In the order of libexif's ExifIfd: 0, 1, EXIF, GPS, interoperability.
        let content =
            switch directory {
            case .picture: directories.0
            case .photo: directories.2
            case .gps: directories.3
            }
        let found = exif_content_get_entry(content, CExif.ExifTag(rawValue: tag))
        guard let entry = found?.pointee, entry.data != nil else { return nil }
        return entry
    }
}

/// Numbers of the tags that are read (CIPA DC-008, 4.6).
enum ExifTag {
    static let orientation: UInt32 = 0x0112
    static let dateTimeOriginal: UInt32 = 0x9003
    static let offsetTimeOriginal: UInt32 = 0x9011
    static let latitudeRef: UInt32 = 0x0001
    static let latitude: UInt32 = 0x0002
    static let longitudeRef: UInt32 = 0x0003
    static let longitude: UInt32 = 0x0004
    static let imageDirectionRef: UInt32 = 0x0010
    static let imageDirection: UInt32 = 0x0011
    static let horizontalError: UInt32 = 0x001F
}
