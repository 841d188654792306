import { randomInt } from 'node:crypto'

/** Letters and digits that nobody confuses when reading one out on the telephone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The number by which people and the box office speak of an order. It opens nothing. */
export const newOrderNumber = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
