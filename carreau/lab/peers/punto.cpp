// Punto for two players at random, written straightforwardly: the yardstick for `carreau bench`.
// Plays whole matches by the same rules (P1-P25, default options) and prints matches, moves and seconds.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Card { int colour, value; };

static uint64_t generator = 88172645463325252ull;
static int below(int n) {
    generator ^= generator << 13;
    generator ^= generator >> 7;
    generator ^= generator << 17;
    return int((generator >> 32) * uint64_t(n) >> 32);
}

struct Table {
    static const int SIZE = 11;
    Card top[SIZE][SIZE];
    int north, south, west, east, count;

    void clear() {
        for (auto& row : top)
            for (auto& card : row) card = {-1, 0};
        count = 0;
    }
    bool touches(int row, int column) const {
        for (int r = std::max(0, row - 1); r <= std::min(SIZE - 1, row + 1); r++)
            for (int c = std::max(0, column - 1); c <= std::min(SIZE - 1, column + 1); c++)
                if (top[r][c].colour >= 0) return true;
        return false;
    }
    int legal(Card card, int* out) const {
        if (count == 0) { out[0] = SIZE * SIZE / 2; return 1; }
        int n = 0;
        for (int row = std::max(north - 1, south - 5); row <= std::min(south + 1, north + 5); row++)
            for (int column = std::max(west - 1, east - 5); column <= std::min(east + 1, west + 5); column++) {
                const Card& there = top[row][column];
                if (there.colour >= 0 ? there.value < card.value : touches(row, column)) out[n++] = row * SIZE + column;
            }
        return n;
    }
    void lay(Card card, int cell) {
        int row = cell / SIZE, column = cell % SIZE;
        if (count++ == 0) north = south = row, west = east = column;
        north = std::min(north, row); south = std::max(south, row);
        west = std::min(west, column); east = std::max(east, column);
        top[row][column] = card;
    }
    bool is(int row, int column, int colour) const {
        return row >= 0 && row < SIZE && column >= 0 && column < SIZE && top[row][column].colour == colour;
    }
    int run(int row, int column, int down, int right) const {
        int n = 0, colour = top[row][column].colour;
        while (is(row + (n + 1) * down, column + (n + 1) * right, colour)) n++;
        return n;
    }
    int best_of_lines(int cell) const {
        static const int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
        int row = cell / SIZE, column = cell % SIZE, best = 0;
        for (auto& step : steps) {
            int before = run(row, column, -step[0], -step[1]), after = run(row, column, step[0], step[1]);
            if (before + after + 1 >= 5)
                for (int i = -before; i <= after; i++)
                    best = std::max(best, top[row + i * step[0]][column + i * step[1]].value);
        }
        return best;
    }
    void series(std::vector<int> sums[2], int best[4]) const {
        static const int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
        for (int row = north; row <= south; row++)
            for (int column = west; column <= east; column++) {
                int colour = top[row][column].colour;
                if (colour < 0) continue;
                for (auto& step : steps) {
                    int sum = 0, high = 0, i = 0;
                    for (; i < 4 && is(row + i * step[0], column + i * step[1], colour); i++) {
                        int value = top[row + i * step[0]][column + i * step[1]].value;
                        sum += value; high = std::max(high, value);
                    }
                    if (i == 4) { sums[colour % 2].push_back(sum); best[colour] = std::max(best[colour], high); }
                }
            }
    }
};

static long play_match() {
    long moves = 0;
    int won[2] = {0, 0}, first = below(2);
    bool out[4][10] = {};  // one of the two cards of a colour and value has been set aside
    bool both[4][10] = {};
    std::vector<Card> pile[2];
    Table table;
    int cells[242];
    for (int round = 0; round < 25; round++) {
        table.clear();
        for (int seat = 0; seat < 2; seat++) {
            pile[seat].clear();
            for (int colour = seat; colour < 4; colour += 2)
                for (int value = 1; value <= 9; value++)
                    for (int copy = out[colour][value] + both[colour][value]; copy < 2; copy++) pile[seat].push_back({colour, value});
            for (int i = int(pile[seat].size()) - 1; i > 0; i--) std::swap(pile[seat][i], pile[seat][below(i + 1)]);
        }
        int seat = first, winner = -1, aside_colour = -1, aside_value = 0;
        while (true) {
            if (pile[seat].empty()) break;
            Card card = pile[seat].back();
            int n = table.legal(card, cells);
            if (n == 0) break;
            pile[seat].pop_back();
            int cell = cells[below(n)];
            table.lay(card, cell);
            moves++;
            int best = table.best_of_lines(cell);
            if (best) { winner = seat; aside_colour = card.colour; aside_value = best; break; }
            seat = 1 - seat;
        }
        if (winner < 0) {
            std::vector<int> sums[2];
            int best[4] = {0, 0, 0, 0};
            table.series(sums, best);
            for (auto& list : sums) std::sort(list.begin(), list.end());
            if (sums[0].size() != sums[1].size()) winner = sums[1].size() > sums[0].size();
            else if (sums[0] != sums[1]) winner = sums[1] < sums[0];
            if (winner >= 0) {
                aside_colour = best[winner + 2] > best[winner] || (best[winner + 2] == best[winner] && below(2)) ? winner + 2 : winner;
                aside_value = best[aside_colour];
                if (best[winner] == best[winner + 2]) moves++;
            }
        }
        first = 1 - seat;
        if (winner >= 0) {
            (out[aside_colour][aside_value] ? both : out)[aside_colour][aside_value] = true;
            if (++won[winner] == 2) break;
        }
    }
    return moves;
}

int main(int count, char** words) {
    long matches = count > 1 ? atol(words[1]) : 20000, moves = 0;
    auto begin = std::chrono::steady_clock::now();
    for (long i = 0; i < matches; i++) moves += play_match();
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    printf("%ld %ld %f\n", matches, moves, seconds);
}
