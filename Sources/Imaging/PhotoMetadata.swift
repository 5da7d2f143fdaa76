package import GeoModel

/// What a photo's EXIF says of where, when and how it was taken. Absent or broken tags are nil.
package struct PhotoMetadata: Hashable, Sendable {
    /// `upright` when absent or not 1…8.
    package var orientation = PhotoOrientation.upright
    /// WGS 84, as EXIF prescribes; a datum tag is not looked at.
    package var position: Coordinate?
    /// GPS tags were there but said 0/0: no position, and the person is to be told.
    package var positionWasZeroed = false
    /// GPSHPositioningError: radius in metres, greater than 0.
    package var coordinateUncertaintyInMeters: Double?
    /// Where the camera looked: 0..<360, clockwise from the north of `headingIsMagnetic`.
    package var headingInDegrees: Double?
    /// Whether the heading is from magnetic north (GPSImgDirectionRef M); T or absent is true north.
    package var headingIsMagnetic = false
    /// DateTimeOriginal with OffsetTimeOriginal; the offset stays open when the camera gave none.
    package var eventDate: EventDate?

    package init() {}
}
