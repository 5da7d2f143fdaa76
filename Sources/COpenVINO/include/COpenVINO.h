// OpenVINO's C API behind dlopen: a machine without the runtime lacks one source of candidates and
// nothing else. Only stdint and stddef types and opaque pointers cross this header.
//
// A function that can fail takes a buffer for a message and leaves a NUL-terminated text in it.

#ifndef TURNSTONE_COPENVINO_H
#define TURNSTONE_COPENVINO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The loaded library and its core. Serves one thread at a time.
typedef struct tsn_ov_runtime tsn_ov_runtime;
/// A model compiled for the CPU.
typedef struct tsn_ov_model tsn_ov_model;
/// Input, output and scratch memory of one inference at a time.
typedef struct tsn_ov_request tsn_ov_request;

/// What a tensor holds. The numbers are ours; they are mapped to OpenVINO's inside. Tensors of the first
/// three can be filled and read; the others are told apart so that a message can name them.
enum {
    TSN_OV_OTHER = 0,
    TSN_OV_FLOAT32 = 1,
    TSN_OV_UINT8 = 2,
    TSN_OV_INT8 = 3,
    TSN_OV_FLOAT16 = 4,
    TSN_OV_INT32 = 5,
    TSN_OV_INT64 = 6,
    TSN_OV_STRING = 7,
};

/// The longest shape that is told; no image model has more dimensions.
enum { TSN_OV_MAX_RANK = 8 };

/// Element type and shape of a tensor. `rank` is 0 when there are more than TSN_OV_MAX_RANK, and when it
/// is open; an open dimension is −1.
typedef struct {
    int32_t element_type;
    int32_t rank;
    int64_t dims[TSN_OV_MAX_RANK];
} tsn_ov_tensor_info;

/// Opens libopenvino_c.so.2641, or libopenvino_c.so, in the absolute path `folder` and starts its core.
/// Returns NULL on failure. The library stays loaded until the process ends: its threads outlive it.
tsn_ov_runtime *tsn_ov_runtime_open(const char *folder, char *message, size_t message_size);
void tsn_ov_runtime_close(tsn_ov_runtime *runtime);

/// Reads the model at `path` (ONNX, TFLite, IR) and tells what its one input and one output are, as the file
/// declares them; nothing is compiled. Returns 0, or −1 and a message.
int tsn_ov_model_inspect(tsn_ov_runtime *runtime, const char *path, tsn_ov_tensor_info *input,
                         tsn_ov_tensor_info *output, char *message, size_t message_size);

/// Reads the model at `path` (ONNX, TFLite, IR) and compiles it for the CPU, for latency, in float32.
/// One inference runs at a time, on `threads` threads. An open dimension of the one input is fixed to
/// that of `shape`, which has `rank` entries. Returns NULL on failure.
tsn_ov_model *tsn_ov_model_compile(tsn_ov_runtime *runtime, const char *path, const int64_t *shape,
                                   size_t rank, int32_t threads, char *message,
                                   size_t message_size);
void tsn_ov_model_free(tsn_ov_model *model);

/// The one input and the one output; a model with more of either is refused when it is compiled.
tsn_ov_tensor_info tsn_ov_model_input(const tsn_ov_model *model);
tsn_ov_tensor_info tsn_ov_model_output(const tsn_ov_model *model);

/// Makes a request. `model` must outlive it, and its tensors must be float32, uint8 or int8. Returns NULL on
/// failure.
tsn_ov_request *tsn_ov_request_new(tsn_ov_model *model, char *message, size_t message_size);
void tsn_ov_request_free(tsn_ov_request *request);

/// The request's own memory for the input tensor, to be filled before a run, and for the output tensor,
/// valid until the next. Sizes are in bytes.
void *tsn_ov_request_input(tsn_ov_request *request, size_t *size);
const void *tsn_ov_request_output(tsn_ov_request *request, size_t *size);

/// Runs the model and waits for it. Returns 0, or −1 and a message.
int tsn_ov_request_infer(tsn_ov_request *request, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif
