// The part of OpenVINO 2026.4.1's C API that is used, declared by hand: the wheel's headers are not there
// when the package is built. InferenceTests compares these declarations with the wheel's headers.
// Manual: https://docs.openvino.ai/2026/api/c_cpp_api/group__ov__c__api.html

#ifndef TURNSTONE_OPENVINO_C_API_H
#define TURNSTONE_OPENVINO_C_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ov_status_e: 0 is success. An int in the ABI.
typedef int32_t ov_status;

// ov_element_type_e, of which three are used; the others are named in messages.
enum {
    OV_F16 = 3,
    OV_F32 = 4,
    OV_I8 = 7,
    OV_I32 = 9,
    OV_I64 = 10,
    OV_U8 = 16,
    OV_STRING = 23,
};

typedef struct ov_core ov_core_t;
typedef struct ov_model ov_model_t;
typedef struct ov_compiled_model ov_compiled_model_t;
typedef struct ov_infer_request ov_infer_request_t;
typedef struct ov_tensor ov_tensor_t;
typedef struct ov_output_const_port ov_output_const_port_t;

typedef struct {
    int64_t rank;
    int64_t *dims;
} ov_shape_t;

typedef struct ov_dimension {
    int64_t min;
    int64_t max;
} ov_dimension_t;

typedef struct ov_partial_shape {
    ov_dimension_t rank;
    ov_dimension_t *dims;
} ov_partial_shape_t;

typedef struct {
    const char *key;
    const void *value;
} ov_property_t;

// Every function that is used: return type, name, parameters.
#define TSN_OV_FUNCTIONS(F)                                                                        \
    F(const char *, ov_get_last_err_msg, (void))                                                   \
    F(void, ov_free, (const char *))                                                               \
    F(const char *, ov_get_error_info, (ov_status))                                                \
    F(ov_status, ov_core_create, (ov_core_t **))                                                   \
    F(void, ov_core_free, (ov_core_t *))                                                           \
    F(ov_status, ov_core_read_model,                                                               \
      (const ov_core_t *, const char *, const char *, ov_model_t **))                              \
    F(ov_status, ov_core_compile_model_props,                                                      \
      (const ov_core_t *, const ov_model_t *, const char *, size_t, const ov_property_t *,         \
       ov_compiled_model_t **))                                                                    \
    F(void, ov_model_free, (ov_model_t *))                                                         \
    F(bool, ov_model_is_dynamic, (const ov_model_t *))                                             \
    F(ov_status, ov_model_inputs_size, (const ov_model_t *, size_t *))                             \
    F(ov_status, ov_model_outputs_size, (const ov_model_t *, size_t *))                            \
    F(ov_status, ov_model_const_input, (const ov_model_t *, ov_output_const_port_t **))            \
    F(ov_status, ov_model_const_output, (const ov_model_t *, ov_output_const_port_t **))           \
    F(ov_status, ov_model_reshape_single_input, (const ov_model_t *, ov_partial_shape_t))          \
    F(ov_status, ov_partial_shape_create_static,                                                   \
      (int64_t, const int64_t *, ov_partial_shape_t *))                                            \
    F(void, ov_partial_shape_free, (ov_partial_shape_t *))                                         \
    F(void, ov_compiled_model_free, (ov_compiled_model_t *))                                       \
    F(ov_status, ov_compiled_model_input,                                                          \
      (const ov_compiled_model_t *, ov_output_const_port_t **))                                    \
    F(ov_status, ov_compiled_model_output,                                                         \
      (const ov_compiled_model_t *, ov_output_const_port_t **))                                    \
    F(ov_status, ov_compiled_model_create_infer_request,                                           \
      (const ov_compiled_model_t *, ov_infer_request_t **))                                        \
    F(ov_status, ov_const_port_get_shape, (const ov_output_const_port_t *, ov_shape_t *))          \
    F(ov_status, ov_port_get_partial_shape, (const ov_output_const_port_t *, ov_partial_shape_t *)) \
    F(ov_status, ov_port_get_element_type, (const ov_output_const_port_t *, int32_t *))            \
    F(void, ov_output_const_port_free, (ov_output_const_port_t *))                                 \
    F(ov_status, ov_shape_free, (ov_shape_t *))                                                    \
    F(void, ov_infer_request_free, (ov_infer_request_t *))                                         \
    F(ov_status, ov_infer_request_infer, (ov_infer_request_t *))                                   \
    F(ov_status, ov_infer_request_set_input_tensor, (ov_infer_request_t *, const ov_tensor_t *))   \
    F(ov_status, ov_infer_request_set_output_tensor, (ov_infer_request_t *, const ov_tensor_t *))  \
    F(ov_status, ov_tensor_create, (int32_t, ov_shape_t, ov_tensor_t **))                          \
    F(ov_status, ov_tensor_data, (const ov_tensor_t *, void **))                                   \
    F(ov_status, ov_tensor_get_byte_size, (const ov_tensor_t *, size_t *))                         \
    F(void, ov_tensor_free, (ov_tensor_t *))

#endif
