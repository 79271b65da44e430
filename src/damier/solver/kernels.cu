// The sweeps of the exact analysis for the GPU. Compiled at run time; see cuda.py for what is defined outside:
// SIZE, PAWNS, SQUARES, FREE, SLAB, CHUNK (bits of a third of the free squares), LINES, THREADS, BLOCKS (per multiprocessor).
//
// One block works on one slab: S stands still, X is a set on the FREE other squares and has a rank below SLAB.
// Layout one: X to move against S, one code of CODES bits for each rank. Layout two: S to move against X, one bit for each
// rank in `won`, and one in `fresh_won` and `fresh_lost` for what the sweep before has decided.
// Moves can be taken back by the same path, so the predecessors of a set in its slab are its successors.
// No warp intrinsics: with one thread a block the same source runs on a CPU, where the tests compare it.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#if FREE > 32
typedef u64 Mask;
#define COUNT(mask) __popcll(mask)
#define LOWEST(mask) (__ffsll((long long)(mask)) - 1)
#else
typedef u32 Mask;
#define COUNT(mask) __popc(mask)
#define LOWEST(mask) (__ffs((int)(mask)) - 1)
#endif

#ifdef __CUDACC__
#define SHARED(Type, name) extern __shared__ uint4 shared_memory[]; Type &name = *(Type *)shared_memory
#define FRESHLY_READ(pointer) __ldcg(pointer)
#endif

#define CODES 4
#define LAST_CODE 15                       // this and what comes later is told in the list of late positions
#define WORDS ((SLAB + 127) / 128 * 4)     // of a slab, in whole pieces of 16 bytes
#define QUEUE 4096
#define NOTHING 0xffffffffu
#define PAD 8                              // a board with a border, so that a landing off the board has a place
#define CLASS_MASK 0xffffffu
#define CLASS_BITS 24
#define SPARSE 8                           // so many times more undecided than newly won: look at neighbours only

struct Tables {
    const u64 *representatives;
    const u8 *orbits;
    const u32 *classes;
    const Mask *combinations;
    const u32 *high;
    const u16 *middle;
    const u16 *low;
    const u32 *choose;
    const u8 *symmetries;
    const u64 *lines;
    u32 *codes;       // CODES planes, each of slabs * WORDS
    u32 *won;
    u32 *fresh_won;
    u32 *fresh_lost;
    u32 *scratch;     // two slabs for each block
    u64 *totals;      // positions decided in this sweep; entries decided; places asked for in `late`
    u64 *late;        // entry << 8 | distance
    u32 *cursor;
    u64 slabs;
    u64 room;         // of `late`
};

struct Slab {
    u32 bits[WORDS];
    u32 queue[QUEUE];
    u32 high[1 << CHUNK];
    u16 middle[(PAWNS + 1) << CHUNK];
    u16 low[1 << CHUNK];
    u32 choose[(SQUARES + 1) * (PAWNS + 1)];
    Mask near[FREE];       // the neighbours of each free square
    Mask beyond[FREE];     // where a jump over a pawn of S lands
    Mask at[PAD * PAD];    // the free square at a place of the padded board, as a bit, or none
    u8 place[FREE];        // of each free square on the padded board
    u8 square[FREE];       // and on the board
    u8 images[8][PAWNS];   // the squares of S under each symmetry, growing
    u64 still;             // S
    u32 number, queued, more, count, others;
};

__device__ inline u32 rank_of(const Slab &s, Mask x) {
    const u32 all = (1u << CHUNK) - 1;
    u32 low = (u32)x & all, middle = (u32)(x >> CHUNK) & all, high = (u32)(x >> (2 * CHUNK));
    return s.high[high] + s.middle[((u32)__popc(low) << CHUNK) | middle] + s.low[low];
}

__device__ inline bool holds(const u32 *bits, u32 rank) { return bits[rank >> 5] >> (rank & 31) & 1; }

__device__ inline void set(u32 *bits, u32 rank) { atomicOr(bits + (rank >> 5), 1u << (rank & 31)); }

// What stays the same for all slabs.
__device__ void prepare(Slab &s, const Tables &t) {
    for (u32 i = threadIdx.x; i < 1 << CHUNK; i += blockDim.x) {
        s.high[i] = t.high[i];
        s.low[i] = t.low[i];
    }
    for (u32 i = threadIdx.x; i < (PAWNS + 1) << CHUNK; i += blockDim.x) s.middle[i] = t.middle[i];
    for (u32 i = threadIdx.x; i < (SQUARES + 1) * (PAWNS + 1); i += blockDim.x) s.choose[i] = t.choose[i];
}

// Takes the next slab. False when none is left.
__device__ bool next(Slab &s, const Tables &t) {
    __syncthreads();
    if (threadIdx.x == 0) {
        s.number = atomicAdd(t.cursor, 1u);
        s.count = 0;
        s.others = 0;
    }
    __syncthreads();
    return s.number < t.slabs;
}

// The free squares of this S and what lies around them.
__device__ void enter(Slab &s, const Tables &t) {
    u64 still = t.representatives[s.number];
    if (threadIdx.x == 0) s.still = still;
    for (u32 i = threadIdx.x; i < PAD * PAD; i += blockDim.x) s.at[i] = 0;
    __syncthreads();
    for (u32 i = threadIdx.x; i < SQUARES; i += blockDim.x) {
        if (still >> i & 1) continue;
        u32 free = (u32)__popcll(~still & ((((u64)1) << i) - 1));
        u32 place = (i / SIZE + 1) * PAD + i % SIZE + 1;
        s.square[free] = (u8)i;
        s.place[free] = (u8)place;
        s.at[place] = (Mask)1 << free;
    }
    for (u32 i = threadIdx.x; i < 8; i += blockDim.x) {
        u64 image = 0;
        for (u32 square = 0; square < SQUARES; square++)
            if (still >> square & 1) image |= ((u64)1) << t.symmetries[i * SQUARES + square];
        for (u32 k = 0; k < PAWNS; k++) {
            s.images[i][k] = (u8)(__ffsll((long long)image) - 1);
            image &= image - 1;
        }
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < FREE; i += blockDim.x) {
        Mask near = 0, beyond = 0;
        int place = s.place[i];
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++) {
                int row = place / PAD + down, column = place % PAD + right, step = PAD * down + right;
                if (step == 0 || row < 1 || row > SIZE || column < 1 || column > SIZE) continue;
                near |= s.at[place + step];
                if (still >> (SIZE * (row - 1) + column - 1) & 1) beyond |= s.at[place + 2 * step];
            }
        s.near[i] = near;
        s.beyond[i] = beyond;
    }
    __syncthreads();
}

// Where chains of jumps lead. What is jumped over is never of the lattice in which the pawn jumps, so the pawn's own bit in x
// hinders only a chain that would end where it began.
__device__ inline Mask jumps(const Slab &s, Mask x, u32 pawn) {
    Mask found = 0, frontier = (Mask)1 << pawn;
    do {
        u32 from = LOWEST(frontier);
        frontier &= frontier - 1;
        Mask landed = s.beyond[from];
        for (Mask over = s.near[from] & x; over; over &= over - 1)
            landed |= s.at[2 * s.place[LOWEST(over)] - s.place[from]];
        landed &= ~(x | found);
        found |= landed;
        frontier |= landed;
    } while (frontier);
    return found;
}

// Calls work(rank) for every set bit of the words that source gives, spread evenly over the threads.
template <class Source, class Work> __device__ void walk(Slab &s, Source source, Work work) {
    u32 word = 0, first = 0, i = threadIdx.x;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) s.queued = s.more = 0;
        __syncthreads();
        while (word || i < WORDS) {
            if (!word) {
                word = source(i);
                first = 32 * i;
                i += blockDim.x;
                continue;
            }
            u32 at = atomicAdd(&s.queued, (u32)__popc(word)), end = at + __popc(word);
            if (end > QUEUE) { // no room: in the next round
                for (; at < QUEUE; at++) s.queue[at] = NOTHING;
                break;
            }
            for (; word; word &= word - 1) s.queue[at++] = first + __ffs((int)word) - 1;
        }
        if (word || i < WORDS) s.more = 1;
        __syncthreads();
        u32 queued = s.queued < QUEUE ? s.queued : QUEUE;
        for (u32 k = threadIdx.x; k < queued; k += blockDim.x)
            if (s.queue[k] != NOTHING) work(s.queue[k]);
        if (!s.more) break;
    }
    __syncthreads();
}

// Sets the bits of all sets that one move leads to or, which is the same, comes from.
__device__ inline void mark(Slab &s, Mask x) {
    for (Mask rest = x; rest; rest &= rest - 1) {
        u32 pawn = LOWEST(rest);
        Mask without = x ^ (Mask)1 << pawn;
        for (Mask to = (s.near[pawn] & ~x) | jumps(s, x, pawn); to; to &= to - 1) set(s.bits, rank_of(s, without | (to & -to)));
    }
}

__device__ inline bool all_won(const Slab &s, Mask x, u32 pawn, Mask to) {
    Mask without = x ^ (Mask)1 << pawn;
    for (; to; to &= to - 1)
        if (!holds(s.bits, rank_of(s, without | (to & -to)))) return false;
    return true;
}

// Whether every move leads to a set whose bit is set. Steps first: they are cheaper, and one counter-example is enough.
__device__ inline bool is_lost(const Slab &s, Mask x) {
    for (Mask rest = x; rest; rest &= rest - 1) {
        u32 pawn = LOWEST(rest);
        if (!all_won(s, x, pawn, s.near[pawn] & ~x)) return false;
    }
    for (Mask rest = x; rest; rest &= rest - 1) {
        u32 pawn = LOWEST(rest);
        if (!all_won(s, x, pawn, jumps(s, x, pawn))) return false;
    }
    return true;
}

__device__ inline bool is_blocked(const Slab &s, Mask x) {
    for (Mask rest = x; rest; rest &= rest - 1)
        if (s.near[LOWEST(rest)] & ~x) return false;
    for (Mask rest = x; rest; rest &= rest - 1)
        if (jumps(s, x, LOWEST(rest))) return false;
    return true;
}

// The rank of a side, given by its growing squares, on the squares that another side leaves free.
__device__ inline u32 rank_beside(const u32 *choose, u64 other, const u8 *squares) {
    u32 rank = 0;
    for (u32 k = 0; k < PAWNS; k++) {
        u32 square = squares[k];
        rank += choose[(square - (u32)__popcll(other & ((((u64)1) << square) - 1))) * (PAWNS + 1) + k + 1];
    }
    return rank;
}

// Writes a decided position, X to move against S, into the second layout: there X is the class.
__device__ inline void scatter(const Slab &s, const Tables &t, Mask x, u32 *plane) {
    u32 number = 0, k = 1;
    for (; x; x &= x - 1) number += s.choose[s.square[LOWEST(x)] * (PAWNS + 1) + k++];
    u32 entry = t.classes[number];
    u64 slab = entry & CLASS_MASK, other = t.representatives[slab];
    // More than one symmetry where X is symmetric itself: the position then has several places.
    for (u32 symmetries = entry >> CLASS_BITS; symmetries; symmetries &= symmetries - 1)
        set(plane + slab * WORDS, rank_beside(s.choose, other, s.images[__ffs((int)symmetries) - 1]));
}

__device__ inline u32 decided(const u32 *codes, u64 plane, u32 i) {
    u32 bits = 0;
    for (u32 k = 0; k < CODES; k++) bits |= codes[k * plane + i];
    return bits;
}

// Enters the bits that are new with the code of the sweep, counts them and writes them into the second layout.
__device__ void settle(Slab &s, const Tables &t, u32 sweep, u32 *fresh) {
    u64 plane = t.slabs * WORDS;
    u32 *codes = t.codes + (u64)s.number * WORDS;
    u32 code = sweep == 0 ? 1 : (sweep + 1) / 2 < LAST_CODE ? (sweep + 1) / 2 : LAST_CODE;
    u32 count = 0;
    for (u32 i = threadIdx.x; i < WORDS; i += blockDim.x) {
        u32 bits = s.bits[i];
        if (!bits) continue;
        bits &= ~decided(codes, plane, i);
        s.bits[i] = bits;
        if (!bits) continue;
        count += __popc(bits);
        for (u32 k = 0; k < CODES; k++)
            if (code >> k & 1) codes[k * plane + i] |= bits;
    }
    if (count) atomicAdd(&s.count, count);
    __syncthreads();
    if (s.count == 0) return;
    if (threadIdx.x == 0) {
        atomicAdd(t.totals, (u64)s.count * t.orbits[s.number]);
        atomicAdd(t.totals + 1, (u64)s.count);
    }
    u64 first = (u64)s.number * SLAB;
    walk(s, [&](u32 i) { return s.bits[i]; },
         [&](u32 rank) {
             scatter(s, t, t.combinations[rank], fresh);
             if (code == LAST_CODE) {
                 u64 at = atomicAdd(t.totals + 2, (u64)1);
                 if (at < t.room) t.late[at] = (first + rank) << 8 | (sweep < 255 ? sweep : 255);
             }
         });
}

__device__ inline void clear(Slab &s) {
    for (u32 i = threadIdx.x; i < WORDS; i += blockDim.x) s.bits[i] = 0;
    __syncthreads();
}

// How many bits of a slab of a plane are set. Few slabs have none, so the words are read in pieces of 16 bytes.
__device__ u32 population(Slab &s, const u32 *words, u32 *total) {
    u32 count = 0;
    const uint4 *pieces = (const uint4 *)words;
    for (u32 i = threadIdx.x; i < WORDS / 4; i += blockDim.x) {
        uint4 piece = pieces[i];
        count += __popc(piece.x) + __popc(piece.y) + __popc(piece.z) + __popc(piece.w);
    }
    if (count) atomicAdd(total, count);
    __syncthreads();
    return *total;
}

// Sets with a line: as X to move they cannot be, so they count as decided; S to move has lost against them.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) begin(const Tables *tables) {
    SHARED(Slab, s);
    const Tables t = *tables;
    prepare(s, t);
    while (next(s, t)) {
        enter(s, t);
        clear(s);
        const u32 others = PAWNS == 5 ? FREE : PAWNS == 6 ? FREE * FREE : 1;
        for (u32 i = threadIdx.x; PAWNS >= 4 && i < LINES * others; i += blockDim.x) {
            u64 line = t.lines[i / others];
            if (line & s.still) continue;
            Mask x = 0;
            for (; line; line &= line - 1) x |= (Mask)1 << __popcll(~s.still & ((line & -line) - 1));
            Mask one = (Mask)1 << (i % others / FREE), two = (Mask)1 << (i % others % FREE);
            if (PAWNS == 5) x |= two;
            if (PAWNS == 6) x |= one | two;
            if (COUNT(x) == PAWNS) set(s.bits, rank_of(s, x));
        }
        __syncthreads();
        u32 count = 0;
        for (u32 i = threadIdx.x; i < WORDS; i += blockDim.x) {
            u64 at = (u64)s.number * WORDS + i;
            u32 beyond = 32 * i >= SLAB ? ~0u : 32 * i + 32 > SLAB ? ~0u << (SLAB - 32 * i) : 0;
            count += __popc(s.bits[i]);
            t.fresh_lost[at] = s.bits[i];
            for (u32 k = 0; k < CODES; k++) t.codes[k * t.slabs * WORDS + at] = s.bits[i] | beyond;
        }
        if (count) atomicAdd(&s.count, count);
        __syncthreads();
        if (threadIdx.x == 0) atomicAdd(t.totals, (u64)s.count * t.orbits[s.number]);
    }
}

// Sets without a move have lost (R10). Such a set fills whole regions of the squares that S leaves free.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) block(const Tables *tables) {
    SHARED(Slab, s);
    const Tables t = *tables;
    prepare(s, t);
    while (next(s, t)) {
        enter(s, t);
        if (threadIdx.x == 0) {
            u32 largest = 0;
            for (Mask rest = (((Mask)1 << (FREE - 1)) - 1) * 2 + 1; rest;) {
                Mask region = rest & -rest;
                for (Mask frontier = region; frontier; frontier &= frontier - 1) {
                    Mask more = s.near[LOWEST(frontier)] & ~region;
                    region |= more;
                    frontier |= more;
                }
                rest &= ~region;
                if (COUNT(region) > largest) largest = COUNT(region);
            }
            s.others = largest > PAWNS && FREE - largest < PAWNS;
        }
        clear(s);
        if (s.others) continue;
        const u32 *codes = t.codes + (u64)s.number * WORDS;
        walk(s, [&](u32 i) { return ~decided(codes, t.slabs * WORDS, i); },
             [&](u32 rank) { if (is_blocked(s, t.combinations[rank])) set(s.bits, rank); });
        settle(s, t, 0, t.fresh_lost);
    }
}

// X to move has won if a move leads to a set against which S to move has lost.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) win(const Tables *tables, u32 sweep) {
    SHARED(Slab, s);
    const Tables t = *tables;
    prepare(s, t);
    while (next(s, t)) {
        u32 *fresh = t.fresh_lost + (u64)s.number * WORDS;
        if (population(s, fresh, &s.others) == 0) continue;
        enter(s, t);
        clear(s);
        walk(s, [&](u32 i) { u32 word = fresh[i]; if (word) fresh[i] = 0; return word; },
             [&](u32 rank) { mark(s, t.combinations[rank]); });
        settle(s, t, sweep, t.fresh_won);
    }
}

// X to move has lost if every move leads to a set against which S to move has won. Only the neighbours of what was won in
// the sweep before can be concerned; where that is much, all that is undecided is looked at instead.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) lose(const Tables *tables, u32 sweep) {
    SHARED(Slab, s);
    const Tables t = *tables;
    u32 *candidates = t.scratch + (u64)blockIdx.x * 2 * WORDS, *lost = candidates + WORDS;
    prepare(s, t);
    while (next(s, t)) {
        u32 *fresh = t.fresh_won + (u64)s.number * WORDS, *won = t.won + (u64)s.number * WORDS;
        u32 news = population(s, fresh, &s.others);
        if (news == 0) continue;
        const u32 *codes = t.codes + (u64)s.number * WORDS;
        u32 count = 0;
        for (u32 i = threadIdx.x; i < WORDS; i += blockDim.x) {
            u32 open = ~decided(codes, t.slabs * WORDS, i);
            candidates[i] = open;
            lost[i] = 0;
            count += __popc(open);
        }
        if (count) atomicAdd(&s.count, count);
        __syncthreads();
        u32 open = s.count;
        __syncthreads();
        if (threadIdx.x == 0) s.count = 0;
        enter(s, t);
        if (open && news < open / SPARSE) {
            clear(s);
            walk(s, [&](u32 i) { return fresh[i]; }, [&](u32 rank) { mark(s, t.combinations[rank]); });
            for (u32 i = threadIdx.x; i < WORDS; i += blockDim.x) candidates[i] &= s.bits[i];
            __syncthreads();
        }
        for (u32 i = threadIdx.x; i < WORDS; i += blockDim.x) {
            u32 bits = won[i], more = fresh[i];
            if (more) {
                bits |= more;
                won[i] = bits;
                fresh[i] = 0;
            }
            s.bits[i] = bits;
        }
        __syncthreads();
        if (open == 0) continue;
        walk(s, [&](u32 i) { return candidates[i]; },
             [&](u32 rank) { if (is_lost(s, t.combinations[rank])) set(lost, rank); });
        // Atomic additions went past the first-level cache, so read there as well.
        for (u32 i = threadIdx.x; i < WORDS; i += blockDim.x) s.bits[i] = FRESHLY_READ(lost + i);
        __syncthreads();
        settle(s, t, sweep, t.fresh_lost);
    }
}

// How much shared memory a block needs, and how many words a slab has.
extern "C" __global__ void measure(u32 *sizes) {
    sizes[0] = sizeof(Slab);
    sizes[1] = WORDS;
}

// From here on: single positions, (side to move, other side) as masks of the whole board.

__device__ inline u64 reach(const Tables &t, u64 own, u64 other, u32 from) {
    u64 occupied = own | other, steps = 0, found = 0, frontier = ((u64)1) << from;
    for (bool first = true; frontier; first = false) {
        int at = __ffsll((long long)frontier) - 1, row = at / SIZE, column = at % SIZE;
        frontier &= frontier - 1;
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++) {
                int r = row + down, c = column + right;
                if ((down == 0 && right == 0) || r < 0 || r >= SIZE || c < 0 || c >= SIZE) continue;
                if (!(occupied >> (SIZE * r + c) & 1)) {
                    if (first) steps |= ((u64)1) << (SIZE * r + c);
                    continue;
                }
                r += down;
                c += right;
                if (r < 0 || r >= SIZE || c < 0 || c >= SIZE) continue;
                u64 landed = (((u64)1) << (SIZE * r + c)) & ~(occupied | found);
                found |= landed;
                frontier |= landed;
            }
    }
    return steps | found;
}

__device__ inline bool has_line(const Tables &t, u64 own) {
    for (u32 i = 0; i < LINES; i++)
        if ((own & t.lines[i]) == t.lines[i]) return true;
    return false;
}

// Where a position is in a layout: the slab of `still` and the rank of `moving` in it.
__device__ inline u64 locate(const Tables &t, u64 still, u64 moving, u32 *rank) {
    u32 number = 0, k = 1;
    for (u64 rest = still; rest; rest &= rest - 1) number += t.choose[(__ffsll((long long)rest) - 1) * (PAWNS + 1) + k++];
    u32 entry = t.classes[number], symmetry = __ffs((int)(entry >> CLASS_BITS)) - 1;
    u64 slab = entry & CLASS_MASK, image = 0;
    for (u64 rest = moving; rest; rest &= rest - 1)
        image |= ((u64)1) << t.symmetries[symmetry * SQUARES + __ffsll((long long)rest) - 1];
    u8 squares[PAWNS];
    for (k = 0; k < PAWNS; k++) {
        squares[k] = (u8)(__ffsll((long long)image) - 1);
        image &= image - 1;
    }
    *rank = rank_beside(t.choose, t.representatives[slab], squares);
    return slab;
}

// For each position: won, drawn or lost (1, 0, -1; -2: cannot be), its distance in plies, and its entry if that is in the
// list of late positions.
extern "C" __global__ void probe(const Tables *tables, const u64 *own, const u64 *other, u64 positions, signed char *value, short *distance, u64 *entry) {
    const Tables t = *tables;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < positions; i += (u64)gridDim.x * blockDim.x) {
        bool moves = false;
        for (u64 rest = own[i]; rest && !moves; rest &= rest - 1)
            moves = reach(t, own[i], other[i], __ffsll((long long)rest) - 1) != 0;
        entry[i] = ~(u64)0;
        distance[i] = 0;
        if (has_line(t, own[i])) {
            value[i] = -2;
        } else if (!moves || has_line(t, other[i])) {
            value[i] = -1;
        } else {
            u32 rank, code = 0;
            u64 slab = locate(t, other[i], own[i], &rank);
            for (u32 k = 0; k < CODES; k++) code |= holds(t.codes + (k * t.slabs + slab) * WORDS, rank) << k;
            if (code == LAST_CODE) entry[i] = slab * SLAB + rank;
            slab = locate(t, own[i], other[i], &rank);
            bool won = holds(t.won + slab * WORDS, rank);
            value[i] = code == 0 ? 0 : won ? 1 : -1;
            distance[i] = code == 0 ? 0 : (short)(2 * code - (won ? 1 : 0));
        }
    }
}

// The moves of each position as 64 * from + to, and how many there are.
extern "C" __global__ void list_moves(const Tables *tables, const u64 *own, const u64 *other, u64 positions, u32 most, u16 *moves, u16 *counts) {
    const Tables t = *tables;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < positions; i += (u64)gridDim.x * blockDim.x) {
        u32 n = 0;
        for (u64 rest = own[i]; rest; rest &= rest - 1) {
            u32 from = __ffsll((long long)rest) - 1;
            for (u64 to = reach(t, own[i], other[i], from); to; to &= to - 1) moves[i * most + n++] = (u16)(64 * from + __ffsll((long long)to) - 1);
        }
        counts[i] = (u16)n;
    }
}
