// Runs the kernels on a CPU: blocks one after the other, one thread in each.
#include <cstdint>

#define __global__
#define __device__
#define __launch_bounds__(...)
#define __syncthreads()
#define SHARED(Type, name) static Type name
#define FRESHLY_READ(pointer) (*(pointer))
#define THREADS 1
#define BLOCKS 1

struct uint4 { unsigned x, y, z, w; };
struct Place { unsigned x; };
static Place threadIdx = {0}, blockIdx = {0}, blockDim = {1}, gridDim = {1};

static inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
static inline int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
static inline int __ffs(int bits) { return __builtin_ffs(bits); }
static inline int __ffsll(long long bits) { return __builtin_ffsll(bits); }

template <class T, class V> static inline T atomicAdd(T *at, V value) { T old = *at; *at += value; return old; }
template <class T, class V> static inline T atomicOr(T *at, V value) { T old = *at; *at |= value; return old; }

extern "C" void place(unsigned block, unsigned blocks) { blockIdx.x = block; gridDim.x = blocks; }
