#include "CGDAL.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdal_c_api.h"

// A pointer to each function of the library, under its own name. GDALClose, which returns a code since 3.7,
// is called as if it returned nothing.
typedef struct {
#define TSN_GDAL_MEMBER(type, name, parameters) type(*name) parameters;
    TSN_GDAL_FUNCTIONS(TSN_GDAL_MEMBER)
#undef TSN_GDAL_MEMBER
} functions;

static functions gdal;
static int is_loaded = 0;
static char load_error[512] = "";

enum { TEXT_SIZE = 512 };

struct tsn_gdal_dataset {
    GDALDatasetH handle;
    OGRLayerH layer;
    OGRFeatureDefnH fields;
    OGRFeatureH feature;
    OGRCoordinateTransformationH conversion;
    uint8_t *shape;
    size_t shape_capacity;
    char failure[TEXT_SIZE], warning[TEXT_SIZE];
};

struct tsn_gdal_names {
    char **list;
    int32_t count;
};

static void say(char *message, size_t size, const char *text) {
    if (size) snprintf(message, size, "%s", text && *text ? text : "no reason given");
}

// Keeps the last failure and the first warning of a call.
static void note(int error_class, int number, const char *text) {
    (void)number;
    tsn_gdal_dataset *dataset = gdal.CPLGetErrorHandlerUserData();
    if (!dataset || !text) return;
    if (error_class >= TSN_CE_FAILURE)
        snprintf(dataset->failure, TEXT_SIZE, "%s", text);
    else if (error_class == TSN_CE_WARNING && !*dataset->warning)
        snprintf(dataset->warning, TEXT_SIZE, "%s", text);
}

static void begin(tsn_gdal_dataset *dataset) {
    *dataset->failure = 0;
    gdal.CPLPushErrorHandlerEx(note, dataset);
}

static void end(void) { gdal.CPLPopErrorHandler(); }

static int resolve(void *library) {
    // POSIX lets a data pointer from dlsym hold a function; memcpy keeps the compiler content.
#define TSN_GDAL_RESOLVE(type, name, parameters)                                                   \
    {                                                                                              \
        void *found = dlsym(library, #name);                                                       \
        if (!found) {                                                                              \
            snprintf(load_error, sizeof load_error, "it lacks %s", #name);                         \
            return -1;                                                                             \
        }                                                                                          \
        memcpy(&gdal.name, &found, sizeof found);                                                  \
    }
    TSN_GDAL_FUNCTIONS(TSN_GDAL_RESOLVE)
#undef TSN_GDAL_RESOLVE
    return 0;
}

static void load(void) {
    // Debian 12, Ubuntu 24.04, Debian 13, then those between; last whatever a headers package links to.
    static const char *const names[] = {"libgdal.so.32", "libgdal.so.34", "libgdal.so.36",
                                        "libgdal.so.33", "libgdal.so.35", "libgdal.so.37",
                                        "libgdal.so.38", "libgdal.so"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (!library && !*load_error) snprintf(load_error, sizeof load_error, "%s", dlerror());
    }
    if (!library || resolve(library) != 0) return;
    gdal.GDALAllRegister();
    is_loaded = 1;
}

int32_t tsn_gdal_load(char *message, size_t message_size) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (is_loaded) return 0;
    say(message, message_size, load_error);
    return -1;
}

const char *tsn_gdal_version(void) { return is_loaded ? gdal.GDALVersionInfo("--version") : ""; }

tsn_gdal_names *tsn_gdal_names_of(const char *folder) {
    tsn_gdal_dataset quiet = {0};
    begin(&quiet);
    char **list = gdal.VSIReadDirRecursive(folder);
    end();
    if (!list) return NULL;
    tsn_gdal_names *names = calloc(1, sizeof *names);
    if (!names) {
        gdal.CSLDestroy(list);
        return NULL;
    }
    names->list = list;
    while (list[names->count]) names->count++;
    return names;
}

const char *tsn_gdal_names_at(const tsn_gdal_names *names, int32_t index) {
    return index >= 0 && index < names->count ? names->list[index] : NULL;
}

void tsn_gdal_names_free(tsn_gdal_names *names) {
    if (!names) return;
    gdal.CSLDestroy(names->list);
    free(names);
}

tsn_gdal_dataset *tsn_gdal_open(const char *path, char *message, size_t message_size) {
    static const char *const drivers[] = {"ESRI Shapefile", "GPKG", "GeoJSON", NULL};
    tsn_gdal_dataset *dataset = calloc(1, sizeof *dataset);
    if (!dataset) {
        say(message, message_size, "out of memory");
        return NULL;
    }
    begin(dataset);
    dataset->handle = gdal.GDALOpenEx(path, TSN_OF_READ_VECTOR, drivers, NULL, NULL);
    end();
    if (dataset->handle) return dataset;
    say(message, message_size, dataset->failure);
    free(dataset);
    return NULL;
}

static void forget_feature(tsn_gdal_dataset *dataset) {
    if (dataset->feature) gdal.OGR_F_Destroy(dataset->feature);
    dataset->feature = NULL;
}

static void forget_conversion(tsn_gdal_dataset *dataset) {
    if (dataset->conversion) gdal.OCTDestroyCoordinateTransformation(dataset->conversion);
    dataset->conversion = NULL;
}

void tsn_gdal_close(tsn_gdal_dataset *dataset) {
    if (!dataset) return;
    begin(dataset);
    forget_feature(dataset);
    forget_conversion(dataset);
    gdal.GDALClose(dataset->handle);
    end();
    free(dataset->shape);
    free(dataset);
}

int32_t tsn_gdal_layer_count(const tsn_gdal_dataset *dataset) {
    return gdal.GDALDatasetGetLayerCount(dataset->handle);
}

int32_t tsn_gdal_choose_layer(tsn_gdal_dataset *dataset, int32_t index) {
    forget_feature(dataset);
    forget_conversion(dataset);
    begin(dataset);
    dataset->layer = gdal.GDALDatasetGetLayer(dataset->handle, index);
    if (dataset->layer) {
        dataset->fields = gdal.OGR_L_GetLayerDefn(dataset->layer);
        gdal.OGR_L_ResetReading(dataset->layer);
    }
    end();
    return dataset->layer ? 0 : -1;
}

const char *tsn_gdal_layer_name(const tsn_gdal_dataset *dataset) {
    return gdal.OGR_L_GetName(dataset->layer);
}

int64_t tsn_gdal_feature_count(const tsn_gdal_dataset *dataset) {
    return gdal.OGR_L_GetFeatureCount(dataset->layer, 0);
}

int32_t tsn_gdal_field_count(const tsn_gdal_dataset *dataset) {
    return gdal.OGR_FD_GetFieldCount(dataset->fields);
}

const char *tsn_gdal_field_name(const tsn_gdal_dataset *dataset, int32_t index) {
    return gdal.OGR_Fld_GetNameRef(gdal.OGR_FD_GetFieldDefn(dataset->fields, index));
}

const char *tsn_gdal_crs_name(const tsn_gdal_dataset *dataset) {
    OGRSpatialReferenceH crs = gdal.OGR_L_GetSpatialRef(dataset->layer);
    return crs ? gdal.OSRGetName(crs) : NULL;
}

// A reference system of its own from `text`, or from the layer's; NULL when neither gives one.
static OGRSpatialReferenceH system_of(const tsn_gdal_dataset *dataset, const char *text) {
    if (!text) {
        OGRSpatialReferenceH own = gdal.OGR_L_GetSpatialRef(dataset->layer);
        return own ? gdal.OSRClone(own) : NULL;
    }
    OGRSpatialReferenceH named = gdal.OSRNewSpatialReference(NULL);
    if (named && gdal.OSRSetFromUserInput(named, text) != 0) {
        gdal.OSRDestroySpatialReference(named);
        return NULL;
    }
    return named;
}

int32_t tsn_gdal_prepare_conversion(tsn_gdal_dataset *dataset, const char *crs, char *message,
                                    size_t message_size) {
    forget_conversion(dataset);
    begin(dataset);
    OGRSpatialReferenceH from = system_of(dataset, crs);
    OGRSpatialReferenceH to = from ? system_of(dataset, "EPSG:4326") : NULL;
    int32_t answer = -1;
    if (!from && !crs) {
        answer = TSN_GDAL_NO_CRS;
    } else if (from && to) {
        gdal.OSRSetAxisMappingStrategy(from, TSN_OAMS_TRADITIONAL_GIS_ORDER);
        gdal.OSRSetAxisMappingStrategy(to, TSN_OAMS_TRADITIONAL_GIS_ORDER);
        int is_geographic = gdal.OSRIsGeographic(from);
        if (is_geographic && gdal.OSRIsSame(from, to)) {
            answer = TSN_GDAL_IS_WGS84;
        } else {
            dataset->conversion = gdal.OCTNewCoordinateTransformation(from, to);
            if (dataset->conversion)
                answer = is_geographic ? TSN_GDAL_GEOGRAPHIC : TSN_GDAL_PROJECTED;
        }
    }
    if (from) gdal.OSRDestroySpatialReference(from);
    if (to) gdal.OSRDestroySpatialReference(to);
    end();
    if (answer < 0) say(message, message_size, dataset->failure);
    return answer;
}

void tsn_gdal_convert(tsn_gdal_dataset *dataset, int32_t count, double *x, double *y) {
    if (!dataset->conversion || count <= 0) return;
    int *is_converted = calloc((size_t)count, sizeof *is_converted);
    if (is_converted) {
        begin(dataset);
        gdal.OCTTransformEx(dataset->conversion, count, x, y, NULL, is_converted);
        end();
    }
    for (int32_t i = 0; i < count; i++)
        if (!is_converted || !is_converted[i]) x[i] = y[i] = HUGE_VAL;
    free(is_converted);
}

int32_t tsn_gdal_next(tsn_gdal_dataset *dataset, char *message, size_t message_size) {
    begin(dataset);
    forget_feature(dataset);
    dataset->feature = gdal.OGR_L_GetNextFeature(dataset->layer);
    end();
    if (dataset->feature) return 1;
    if (!*dataset->failure) return 0;
    say(message, message_size, dataset->failure);
    return -1;
}

int64_t tsn_gdal_feature_id(const tsn_gdal_dataset *dataset) {
    return gdal.OGR_F_GetFID(dataset->feature);
}

const char *tsn_gdal_field(const tsn_gdal_dataset *dataset, int32_t index) {
    if (!gdal.OGR_F_IsFieldSetAndNotNull(dataset->feature, index)) return NULL;
    return gdal.OGR_F_GetFieldAsString(dataset->feature, index);
}

const uint8_t *tsn_gdal_shape(tsn_gdal_dataset *dataset, size_t *size) {
    *size = 0;
    OGRGeometryH shape = gdal.OGR_F_GetGeometryRef(dataset->feature);
    if (!shape || gdal.OGR_G_IsEmpty(shape)) return NULL;
    OGRGeometryH straight = NULL;
    begin(dataset);
    if (gdal.OGR_GT_IsNonLinear(gdal.OGR_G_GetGeometryType(shape)))
        shape = straight = gdal.OGR_G_GetLinearGeometry(shape, 0, NULL);
    int needed = shape ? gdal.OGR_G_WkbSize(shape) : 0;
    if (needed > 0 && (size_t)needed > dataset->shape_capacity) {
        free(dataset->shape);
        dataset->shape = malloc((size_t)needed);
        dataset->shape_capacity = dataset->shape ? (size_t)needed : 0;
    }
    if (needed > 0 && dataset->shape &&
        gdal.OGR_G_ExportToIsoWkb(shape, TSN_WKB_NDR, dataset->shape) == 0)
        *size = (size_t)needed;
    if (straight) gdal.OGR_G_DestroyGeometry(straight);
    end();
    return *size ? dataset->shape : NULL;
}

const char *tsn_gdal_warning(const tsn_gdal_dataset *dataset) { return dataset->warning; }
