import { randomInt } from 'node:crypto'

/** Letters and digits that are not confused when read out on the telephone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Creates an order number, for customers and the box office. It grants no access. */
export const newOrderNumber = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
