#!/bin/sh
# Compiles the test of the CUDA backend and runs it, then once more under compute-sanitizer. Needs nvcc and a device.
#   run.sh [FOLDER]    where the program is put; a temporary folder by default
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
out=${1:-$(mktemp -d)}
nvcc -std=c++17 -arch=native -O2 -Xcompiler=-Wall,-Wextra,-Wconversion -Werror all-warnings \
    -I "$root/generated/decode_inputs/cpp" "$here/decode_inputs.cu" -o "$out/decode_inputs"
"$out/decode_inputs"
sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null || true)
if [ -z "$sanitizer" ]; then
    echo "compute-sanitizer is not installed: memory was not checked"
    exit 0
fi
"$sanitizer" --tool memcheck --leak-check full --error-exitcode 9 "$out/decode_inputs" watched
"$sanitizer" --tool initcheck --error-exitcode 9 "$out/decode_inputs" watched
