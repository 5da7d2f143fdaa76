#include "COpenVINO.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openvino_c_api.h"

// A pointer to each function of the library, under its own name.
typedef struct {
#define TSN_OV_MEMBER(type, name, parameters) type(*name) parameters;
    TSN_OV_FUNCTIONS(TSN_OV_MEMBER)
#undef TSN_OV_MEMBER
} functions;

struct tsn_ov_runtime {
    functions ov;
    ov_core_t *core;
};

struct tsn_ov_model {
    const functions *ov;
    ov_compiled_model_t *compiled;
    tsn_ov_tensor_info input, output;
};

struct tsn_ov_request {
    const functions *ov;
    ov_infer_request_t *request;
    ov_tensor_t *input, *output;
    void *input_bytes, *output_bytes;
    size_t input_size, output_size;
};

static void say(char *message, size_t size, const char *what, const char *detail) {
    if (size) snprintf(message, size, "%s: %s", what, detail && *detail ? detail : "no detail given");
}

// OpenVINO keeps the text of the process's last error and hands out a copy; the status alone says little.
static void say_status(const functions *ov, ov_status status, const char *what, char *message,
                       size_t size) {
    const char *detail = ov->ov_get_last_err_msg();
    say(message, size, what, detail && *detail ? detail : ov->ov_get_error_info(status));
    if (detail) ov->ov_free(detail);
}

static int resolve(void *library, functions *ov, char *message, size_t size) {
    // POSIX lets a data pointer from dlsym hold a function; memcpy keeps the compiler content.
#define TSN_OV_RESOLVE(type, name, parameters)                                                     \
    {                                                                                              \
        void *found = dlsym(library, #name);                                                       \
        if (!found) {                                                                              \
            say(message, size, "a function is missing", #name);                                    \
            return -1;                                                                             \
        }                                                                                          \
        memcpy(&ov->name, &found, sizeof found);                                                   \
    }
    TSN_OV_FUNCTIONS(TSN_OV_RESOLVE)
#undef TSN_OV_RESOLVE
    return 0;
}

tsn_ov_runtime *tsn_ov_runtime_open(const char *folder, char *message, size_t message_size) {
    static const char *const names[] = {"libopenvino_c.so.2641", "libopenvino_c.so"};
    void *library = NULL;
    char first_error[512] = "";
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
        char path[4096];
        int length = snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (length < 0 || (size_t)length >= sizeof path) {
            say(message, message_size, "dlopen", "the path is too long");
            return NULL;
        }
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!library && !*first_error) snprintf(first_error, sizeof first_error, "%s", dlerror());
    }
    if (!library) {
        say(message, message_size, "dlopen", first_error);
        return NULL;
    }
    tsn_ov_runtime *runtime = calloc(1, sizeof *runtime);
    if (!runtime) {
        say(message, message_size, "OpenVINO", "out of memory");
        return NULL;
    }
    if (resolve(library, &runtime->ov, message, message_size) != 0) {
        free(runtime);
        return NULL;
    }
    ov_status status = runtime->ov.ov_core_create(&runtime->core);
    if (status != 0) {
        say_status(&runtime->ov, status, "starting the core", message, message_size);
        free(runtime);
        return NULL;
    }
    return runtime;
}

void tsn_ov_runtime_close(tsn_ov_runtime *runtime) {
    if (!runtime) return;
    runtime->ov.ov_core_free(runtime->core);
    free(runtime);
}

static ov_status count_ports(const functions *ov, ov_model_t *network, const char **refusal) {
    size_t inputs = 0, outputs = 0;
    ov_status status = ov->ov_model_inputs_size(network, &inputs);
    if (status == 0) status = ov->ov_model_outputs_size(network, &outputs);
    if (status == 0 && (inputs != 1 || outputs != 1))
        *refusal = "it has not exactly one input and one output";
    return status;
}

// Refuses what an image classifier is not, and gives open dimensions the expected size.
static ov_status prepare(const functions *ov, ov_model_t *network, const int64_t *shape, size_t rank,
                         const char **refusal) {
    ov_status status = count_ports(ov, network, refusal);
    if (status != 0 || *refusal) return status;
    if (!ov->ov_model_is_dynamic(network)) return 0;
    ov_partial_shape_t fixed = {0};
    status = ov->ov_partial_shape_create_static((int64_t)rank, shape, &fixed);
    if (status != 0) return status;
    status = ov->ov_model_reshape_single_input(network, fixed);
    ov->ov_partial_shape_free(&fixed);
    return status;
}

static int32_t element_type(int32_t type) {
    switch (type) {
    case OV_F32: return TSN_OV_FLOAT32;
    case OV_U8: return TSN_OV_UINT8;
    case OV_I8: return TSN_OV_INT8;
    case OV_F16: return TSN_OV_FLOAT16;
    case OV_I32: return TSN_OV_INT32;
    case OV_I64: return TSN_OV_INT64;
    case OV_STRING: return TSN_OV_STRING;
    default: return TSN_OV_OTHER;
    }
}

static ov_status describe(const functions *ov, const ov_output_const_port_t *port,
                          tsn_ov_tensor_info *tensor) {
    int32_t type = 0;
    ov_status status = ov->ov_port_get_element_type(port, &type);
    if (status != 0) return status;
    tensor->element_type = element_type(type);
    ov_shape_t shape = {0};
    status = ov->ov_const_port_get_shape(port, &shape);
    if (status != 0) return status;
    if (shape.rank >= 0 && shape.rank <= TSN_OV_MAX_RANK) {
        tensor->rank = (int32_t)shape.rank;
        for (int64_t i = 0; i < shape.rank; i++) tensor->dims[i] = shape.dims[i];
    }
    ov->ov_shape_free(&shape);
    return 0;
}

// As `describe`, of a model that is not compiled, whose dimensions may be open.
static ov_status describe_open(const functions *ov, const ov_output_const_port_t *port,
                               tsn_ov_tensor_info *tensor) {
    int32_t type = 0;
    ov_status status = ov->ov_port_get_element_type(port, &type);
    if (status != 0) return status;
    tensor->element_type = element_type(type);
    ov_partial_shape_t shape = {0};
    status = ov->ov_port_get_partial_shape(port, &shape);
    if (status != 0) return status;
    int64_t rank = shape.rank.max;
    if (shape.rank.min == rank && rank >= 0 && rank <= TSN_OV_MAX_RANK && shape.dims) {
        tensor->rank = (int32_t)rank;
        for (int64_t i = 0; i < rank; i++)
            tensor->dims[i] = shape.dims[i].min == shape.dims[i].max ? shape.dims[i].min : -1;
    }
    ov->ov_partial_shape_free(&shape);
    return 0;
}

static ov_status describe_both(tsn_ov_model *model) {
    const functions *ov = model->ov;
    ov_output_const_port_t *input = NULL, *output = NULL;
    ov_status status = ov->ov_compiled_model_input(model->compiled, &input);
    if (status == 0) status = ov->ov_compiled_model_output(model->compiled, &output);
    if (status == 0) status = describe(ov, input, &model->input);
    if (status == 0) status = describe(ov, output, &model->output);
    if (input) ov->ov_output_const_port_free(input);
    if (output) ov->ov_output_const_port_free(output);
    return status;
}

static ov_status compile(tsn_ov_runtime *runtime, const ov_model_t *network, int32_t threads,
                         ov_compiled_model_t **compiled) {
    char thread_count[16];
    snprintf(thread_count, sizeof thread_count, "%d", (int)threads);
    const ov_property_t properties[] = {
        {"PERFORMANCE_HINT", "LATENCY"},
        // With two streams or more OpenVINO 2026.4.1 now and then compiles a model that answers nonsense
        // until it is loaded again; its own Python interface does the same.
        {"NUM_STREAMS", "1"},
        {"INFERENCE_NUM_THREADS", thread_count},
        // bfloat16 is the default where the processor has it; one photo then has two answers.
        {"INFERENCE_PRECISION_HINT", "f32"},
        // Two processes that pin their threads would share one core and leave the other idle.
        {"ENABLE_CPU_PINNING", "NO"},
    };
    return runtime->ov.ov_core_compile_model_props(runtime->core, network, "CPU",
                                                   sizeof properties / sizeof *properties,
                                                   properties, compiled);
}

int tsn_ov_model_inspect(tsn_ov_runtime *runtime, const char *path, tsn_ov_tensor_info *input,
                         tsn_ov_tensor_info *output, char *message, size_t message_size) {
    const functions *ov = &runtime->ov;
    memset(input, 0, sizeof *input);
    memset(output, 0, sizeof *output);
    ov_model_t *network = NULL;
    ov_status status = ov->ov_core_read_model(runtime->core, path, NULL, &network);
    if (status != 0) {
        say_status(ov, status, "reading the model", message, message_size);
        return -1;
    }
    const char *refusal = NULL;
    ov_output_const_port_t *in = NULL, *out = NULL;
    status = count_ports(ov, network, &refusal);
    if (status == 0 && !refusal) status = ov->ov_model_const_input(network, &in);
    if (status == 0 && !refusal) status = ov->ov_model_const_output(network, &out);
    if (status == 0 && !refusal) status = describe_open(ov, in, input);
    if (status == 0 && !refusal) status = describe_open(ov, out, output);
    if (refusal)
        say(message, message_size, "the model cannot be used", refusal);
    else if (status != 0)
        say_status(ov, status, "reading the model", message, message_size);
    if (in) ov->ov_output_const_port_free(in);
    if (out) ov->ov_output_const_port_free(out);
    ov->ov_model_free(network);
    return status == 0 && !refusal ? 0 : -1;
}

tsn_ov_model *tsn_ov_model_compile(tsn_ov_runtime *runtime, const char *path, const int64_t *shape,
                                   size_t rank, int32_t threads, char *message,
                                   size_t message_size) {
    const functions *ov = &runtime->ov;
    ov_model_t *network = NULL;
    ov_status status = ov->ov_core_read_model(runtime->core, path, NULL, &network);
    if (status != 0) {
        say_status(ov, status, "reading the model", message, message_size);
        return NULL;
    }
    tsn_ov_model *model = calloc(1, sizeof *model);
    const char *refusal = model ? NULL : "out of memory";
    if (model) {
        model->ov = ov;
        status = prepare(ov, network, shape, rank, &refusal);
        if (status == 0 && !refusal)
            status = compile(runtime, network, threads, &model->compiled);
        if (status == 0 && !refusal) status = describe_both(model);
    }
    ov->ov_model_free(network);
    if (status == 0 && !refusal) return model;
    if (refusal)
        say(message, message_size, "the model cannot be used", refusal);
    else
        say_status(ov, status, "compiling the model", message, message_size);
    tsn_ov_model_free(model);
    return NULL;
}

void tsn_ov_model_free(tsn_ov_model *model) {
    if (!model) return;
    if (model->compiled) model->ov->ov_compiled_model_free(model->compiled);
    free(model);
}

tsn_ov_tensor_info tsn_ov_model_input(const tsn_ov_model *model) { return model->input; }

tsn_ov_tensor_info tsn_ov_model_output(const tsn_ov_model *model) { return model->output; }

// Makes a tensor of our own and gives it to the request: its memory stays where it is.
static ov_status attach(const tsn_ov_request *request, tsn_ov_tensor_info info,
                        ov_status (*set)(ov_infer_request_t *, const ov_tensor_t *),
                        ov_tensor_t **tensor, void **bytes, size_t *size) {
    const functions *ov = request->ov;
    ov_shape_t shape = {info.rank, info.dims};
    int32_t type = info.element_type == TSN_OV_UINT8  ? OV_U8
                   : info.element_type == TSN_OV_INT8 ? OV_I8
                                                      : OV_F32;
    ov_status status = ov->ov_tensor_create(type, shape, tensor);
    if (status == 0) status = set(request->request, *tensor);
    if (status == 0) status = ov->ov_tensor_data(*tensor, bytes);
    if (status == 0) status = ov->ov_tensor_get_byte_size(*tensor, size);
    return status;
}

tsn_ov_request *tsn_ov_request_new(tsn_ov_model *model, char *message, size_t message_size) {
    const functions *ov = model->ov;
    tsn_ov_request *request = calloc(1, sizeof *request);
    if (!request) {
        say(message, message_size, "making a request", "out of memory");
        return NULL;
    }
    request->ov = ov;
    ov_status status = ov->ov_compiled_model_create_infer_request(model->compiled, &request->request);
    if (status == 0)
        status = attach(request, model->input, ov->ov_infer_request_set_input_tensor,
                        &request->input, &request->input_bytes, &request->input_size);
    if (status == 0)
        status = attach(request, model->output, ov->ov_infer_request_set_output_tensor,
                        &request->output, &request->output_bytes, &request->output_size);
    if (status == 0) return request;
    say_status(ov, status, "making a request", message, message_size);
    tsn_ov_request_free(request);
    return NULL;
}

void tsn_ov_request_free(tsn_ov_request *request) {
    if (!request) return;
    if (request->input) request->ov->ov_tensor_free(request->input);
    if (request->output) request->ov->ov_tensor_free(request->output);
    if (request->request) request->ov->ov_infer_request_free(request->request);
    free(request);
}

void *tsn_ov_request_input(tsn_ov_request *request, size_t *size) {
    *size = request->input_size;
    return request->input_bytes;
}

const void *tsn_ov_request_output(tsn_ov_request *request, size_t *size) {
    *size = request->output_size;
    return request->output_bytes;
}

int tsn_ov_request_infer(tsn_ov_request *request, char *message, size_t message_size) {
    ov_status status = request->ov->ov_infer_request_infer(request->request);
    if (status == 0) return 0;
    say_status(request->ov, status, "inference", message, message_size);
    return -1;
}
