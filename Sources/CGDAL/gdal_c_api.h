// The part of GDAL's C API that is used, declared by hand: its headers need not be there when the package is
// built. All of it has been stable since GDAL 3.0, and is so in 3.6 (Debian 12), 3.8 (Ubuntu 24.04) and 3.10.
// Manual: https://gdal.org/en/stable/api/vector_c_api.html

#ifndef TURNSTONE_GDAL_C_API_H
#define TURNSTONE_GDAL_C_API_H

#include <stddef.h>
#include <stdint.h>

typedef void *GDALDatasetH;
typedef void *OGRLayerH;
typedef void *OGRFeatureH;
typedef void *OGRFeatureDefnH;
typedef void *OGRFieldDefnH;
typedef void *OGRGeometryH;
typedef void *OGRSpatialReferenceH;
typedef void *OGRCoordinateTransformationH;
typedef void (*CPLErrorHandler)(int error_class, int number, const char *message);

// GDAL_OF_READONLY | GDAL_OF_VECTOR | GDAL_OF_VERBOSE_ERROR
enum { TSN_OF_READ_VECTOR = 0x00 | 0x04 | 0x40 };
// CPLErr
enum { TSN_CE_WARNING = 2, TSN_CE_FAILURE = 3 };
// OGRwkbByteOrder
enum { TSN_WKB_NDR = 1 };
// OSRAxisMappingStrategy: x is always east, whatever the authority says.
enum { TSN_OAMS_TRADITIONAL_GIS_ORDER = 0 };

// Every function that is used: return type, name, parameters.
#define TSN_GDAL_FUNCTIONS(F)                                                                      \
    F(void, GDALAllRegister, (void))                                                               \
    F(const char *, GDALVersionInfo, (const char *))                                               \
    F(GDALDatasetH, GDALOpenEx,                                                                    \
      (const char *, unsigned, const char *const *, const char *const *, const char *const *))     \
    F(int, GDALDatasetGetLayerCount, (GDALDatasetH))                                               \
    F(OGRLayerH, GDALDatasetGetLayer, (GDALDatasetH, int))                                         \
    F(void, CPLPushErrorHandlerEx, (CPLErrorHandler, void *))                                      \
    F(void, CPLPopErrorHandler, (void))                                                            \
    F(void *, CPLGetErrorHandlerUserData, (void))                                                  \
    F(char **, VSIReadDirRecursive, (const char *))                                                \
    F(void, CSLDestroy, (char **))                                                                 \
    F(const char *, OGR_L_GetName, (OGRLayerH))                                                    \
    F(OGRSpatialReferenceH, OGR_L_GetSpatialRef, (OGRLayerH))                                      \
    F(int64_t, OGR_L_GetFeatureCount, (OGRLayerH, int))                                            \
    F(OGRFeatureDefnH, OGR_L_GetLayerDefn, (OGRLayerH))                                            \
    F(void, OGR_L_ResetReading, (OGRLayerH))                                                       \
    F(OGRFeatureH, OGR_L_GetNextFeature, (OGRLayerH))                                              \
    F(int, OGR_FD_GetFieldCount, (OGRFeatureDefnH))                                                \
    F(OGRFieldDefnH, OGR_FD_GetFieldDefn, (OGRFeatureDefnH, int))                                  \
    F(const char *, OGR_Fld_GetNameRef, (OGRFieldDefnH))                                           \
    F(void, OGR_F_Destroy, (OGRFeatureH))                                                          \
    F(int64_t, OGR_F_GetFID, (OGRFeatureH))                                                        \
    F(int, OGR_F_IsFieldSetAndNotNull, (OGRFeatureH, int))                                         \
    F(const char *, OGR_F_GetFieldAsString, (OGRFeatureH, int))                                    \
    F(OGRGeometryH, OGR_F_GetGeometryRef, (OGRFeatureH))                                           \
    F(int, OGR_G_GetGeometryType, (OGRGeometryH))                                                  \
    F(int, OGR_GT_IsNonLinear, (int))                                                              \
    F(OGRGeometryH, OGR_G_GetLinearGeometry, (OGRGeometryH, double, char **))                      \
    F(void, OGR_G_DestroyGeometry, (OGRGeometryH))                                                 \
    F(int, OGR_G_IsEmpty, (OGRGeometryH))                                                          \
    F(int, OGR_G_WkbSize, (OGRGeometryH))                                                          \
    F(int, OGR_G_ExportToIsoWkb, (OGRGeometryH, int, unsigned char *))                             \
    F(OGRSpatialReferenceH, OSRNewSpatialReference, (const char *))                                \
    F(int, OSRSetFromUserInput, (OGRSpatialReferenceH, const char *))                              \
    F(OGRSpatialReferenceH, OSRClone, (OGRSpatialReferenceH))                                      \
    F(void, OSRDestroySpatialReference, (OGRSpatialReferenceH))                                    \
    F(void, OSRSetAxisMappingStrategy, (OGRSpatialReferenceH, int))                                \
    F(const char *, OSRGetName, (OGRSpatialReferenceH))                                            \
    F(int, OSRIsGeographic, (OGRSpatialReferenceH))                                                \
    F(int, OSRIsSame, (OGRSpatialReferenceH, OGRSpatialReferenceH))                                \
    F(OGRCoordinateTransformationH, OCTNewCoordinateTransformation,                                \
      (OGRSpatialReferenceH, OGRSpatialReferenceH))                                                \
    F(void, OCTDestroyCoordinateTransformation, (OGRCoordinateTransformationH))                    \
    F(int, OCTTransformEx,                                                                         \
      (OGRCoordinateTransformationH, int, double *, double *, double *, int *))                    \
    F(void, GDALClose, (GDALDatasetH))

#endif
