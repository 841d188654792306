import { sitApart } from './apart.ts'
import { beginSearch } from './search.ts'
import { placeTogether } from './together.ts'
import type { BestHall, BestWish, Found } from './wish.ts'

/**
 * The best seats for a wish, best first, no seat in two answers: side by side near the middle, at a good distance, seen
 * well, of one price, leaving nobody alone; where there is no room for that, and they may, parted kindly (one answer).
 * Where seats are sold in blocks, the smallest whole blocks that hold everybody. Nobody is sent to a floor to stand on
 * while there is a seat for the wish: whoever wants to stand asks for the floor or its price. The same question has the
 * same answer.
 * @param most how many answers
 * @param upTo seats that stand so count as free: see `standing`
 */
export function findBest(hall: BestHall, wish: BestWish, most = 1, upTo?: number): Found[] {
  const search = beginSearch(hall, wish, upTo)
  const largest = hall.blocks ? Math.min(wish.atMost ?? wish.size, wish.size + largestBlock(hall.blocks) - 1) : wish.size
  for (let size = wish.size; size <= largest; size++) {
    const found = placeTogether(search, size, most, 'seats')
    if (found.length > 0) return found
  }
  const apart = wish.together || wish.size < 2 ? undefined : sitApart(search, wish.size)
  if (apart) return [apart]
  return search.hasFloor ? placeTogether(search, wish.size, most, 'floors') : []
}

const largestBlock = (blocks: NonNullable<BestHall['blocks']>): number => blocks.reduce((most, [, seats]) => Math.max(most, seats), 1)
