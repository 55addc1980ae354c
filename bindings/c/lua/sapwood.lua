-- Parses HTML as browsers do, by the C library of Sapwood.
local ffi = require("ffi")

ffi.cdef([[
typedef struct sapwood_document sapwood_document;
typedef struct sapwood_selector sapwood_selector;
typedef struct sapwood_node_list sapwood_node_list;
typedef struct sapwood_string sapwood_string;
typedef struct sapwood_error sapwood_error;
typedef struct { const char *data; size_t length; } sapwood_str;
int sapwood_parse(const char *, size_t, const void *, sapwood_document **, sapwood_error **);
void sapwood_document_free(sapwood_document *);
int sapwood_selector_new(const char *, size_t, sapwood_selector **, sapwood_error **);
void sapwood_selector_free(sapwood_selector *);
int sapwood_select(const sapwood_document *, uint64_t, const sapwood_selector *, sapwood_node_list **, sapwood_error **);
const uint64_t *sapwood_node_list_nodes(const sapwood_node_list *, size_t *);
void sapwood_node_list_free(sapwood_node_list *);
int sapwood_text_content(const sapwood_document *, uint64_t, sapwood_string **, sapwood_error **);
const char *sapwood_string_data(const sapwood_string *);
size_t sapwood_string_length(const sapwood_string *);
void sapwood_string_free(sapwood_string *);
void sapwood_error_message(const sapwood_error *, sapwood_str *);
void sapwood_error_free(sapwood_error *);
]])

local C = ffi.load(os.getenv("SAPWOOD_LIBRARY") or "sapwood")

-- Calls a function that writes an object of a type and an error; returns the object, to be freed by `free`.
local function make(kind, free, call, ...)
  local out, err = ffi.new(kind .. "*[1]"), ffi.new("sapwood_error*[1]")
  local arguments = { ... }
  arguments[#arguments + 1], arguments[#arguments + 2] = out, err
  if call(unpack(arguments)) ~= 0 then
    local text = ffi.new("sapwood_str")
    C.sapwood_error_message(err[0], text)
    local message = ffi.string(text.data, text.length)
    C.sapwood_error_free(err[0])
    error(message, 3)
  end
  return ffi.gc(out[0], free)
end

local Document = {}
Document.__index = Document

-- The text of each element that matches a CSS selector.
function Document:texts(css)
  local selector = make("sapwood_selector", C.sapwood_selector_free, C.sapwood_selector_new, css, #css)
  local list = make("sapwood_node_list", C.sapwood_node_list_free, C.sapwood_select, self.handle, 0, selector)
  local count, texts = ffi.new("size_t[1]"), {}
  local nodes = C.sapwood_node_list_nodes(list, count)
  for at = 0, tonumber(count[0]) - 1 do
    local text = make("sapwood_string", C.sapwood_string_free, C.sapwood_text_content, self.handle, nodes[at])
    texts[at + 1] = ffi.string(C.sapwood_string_data(text), C.sapwood_string_length(text))
  end
  return texts
end

local function parse(html)
  local handle = make("sapwood_document", C.sapwood_document_free, function(text, length, out, err)
    return C.sapwood_parse(text, length, nil, out, err)
  end, html, #html)
  return setmetatable({ handle = handle }, Document)
end

return { parse = parse }
