// GDAL's C API for vector files behind dlopen: a machine without the library cannot read range files, and
// lacks nothing else. Only stdint and stddef types and opaque pointers cross this header.
//
// A function that can fail takes a buffer for a message and leaves a NUL-terminated text in it. Texts that
// are returned belong to what they were asked of, and hold until the next call for it. One thread at a time.

#ifndef TURNSTONE_CGDAL_H
#define TURNSTONE_CGDAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An open file.
typedef struct tsn_gdal_dataset tsn_gdal_dataset;
/// The names of an archive's members.
typedef struct tsn_gdal_names tsn_gdal_names;

/// Opens the library and its drivers, once for the process. Returns 0, or −1 and a message.
int32_t tsn_gdal_load(char *message, size_t message_size);
/// The library's version, as `GDAL 3.6.2, released 2023/01/02`; empty before it is loaded.
const char *tsn_gdal_version(void);

/// The members of a folder in GDAL's virtual file system, such as `/vsizip/{/path/of.zip}`, with those of
/// its folders. Returns NULL when there are none.
tsn_gdal_names *tsn_gdal_names_of(const char *folder);
/// NULL at the end.
const char *tsn_gdal_names_at(const tsn_gdal_names *names, int32_t index);
void tsn_gdal_names_free(tsn_gdal_names *names);

/// Opens an ESRI Shapefile, a GeoPackage or GeoJSON for reading. Returns NULL on failure.
tsn_gdal_dataset *tsn_gdal_open(const char *path, char *message, size_t message_size);
void tsn_gdal_close(tsn_gdal_dataset *dataset);

int32_t tsn_gdal_layer_count(const tsn_gdal_dataset *dataset);
/// Chooses the layer that what follows is about, and goes to its beginning. Returns 0, or −1 for none.
int32_t tsn_gdal_choose_layer(tsn_gdal_dataset *dataset, int32_t index);
const char *tsn_gdal_layer_name(const tsn_gdal_dataset *dataset);
/// −1 when the file does not say without being read.
int64_t tsn_gdal_feature_count(const tsn_gdal_dataset *dataset);
int32_t tsn_gdal_field_count(const tsn_gdal_dataset *dataset);
const char *tsn_gdal_field_name(const tsn_gdal_dataset *dataset, int32_t index);
/// What the layer's reference system calls itself; NULL when it has none.
const char *tsn_gdal_crs_name(const tsn_gdal_dataset *dataset);

/// What becomes of the layer's coordinates.
enum { TSN_GDAL_NO_CRS = 0, TSN_GDAL_IS_WGS84 = 1, TSN_GDAL_GEOGRAPHIC = 2, TSN_GDAL_PROJECTED = 3 };

/// Prepares the conversion of the layer's coordinates to longitude and latitude on WGS 84, from `crs` as
/// GDAL reads it (`EPSG:3067`, WKT ...), or from the layer's own when that is NULL. Returns one of the above,
/// or −1 and a message.
int32_t tsn_gdal_prepare_conversion(tsn_gdal_dataset *dataset, const char *crs, char *message,
                                    size_t message_size);
/// Converts positions in place, easting or longitude in `x`, northing or latitude in `y`. What cannot be
/// converted becomes infinite.
void tsn_gdal_convert(tsn_gdal_dataset *dataset, int32_t count, double *x, double *y);

/// Goes to the next feature of the layer. Returns 1, 0 at the end, or −1 and a message.
int32_t tsn_gdal_next(tsn_gdal_dataset *dataset, char *message, size_t message_size);
int64_t tsn_gdal_feature_id(const tsn_gdal_dataset *dataset);
/// The field's value as text in UTF-8; NULL when it is not set.
const char *tsn_gdal_field(const tsn_gdal_dataset *dataset, int32_t index);
/// The feature's shape as ISO well-known binary, little-endian, curves made straight. NULL when the
/// feature has none.
const uint8_t *tsn_gdal_shape(tsn_gdal_dataset *dataset, size_t *size);

/// What the library has warned of first since the file was opened; empty for nothing.
const char *tsn_gdal_warning(const tsn_gdal_dataset *dataset);

#ifdef __cplusplus
}
#endif

#endif
