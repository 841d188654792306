/**
 * Which words are fetched together. `first` is there before anything shows: the frame, the parts, what's on, and every
 * problem, for a problem can't wait for its words when the network is the problem. The others come with their screens.
 */
export const journeys = {
  first: ['shell', 'part', 'browse', 'problem'],
  seat: ['seat'],
  queue: ['queue'],
  ballot: ['ballot'],
  counter: ['box-office'],
  entry: ['entry'],
  account: ['profile'],
  order: ['basket', 'account', 'checkout', 'order', 'share'],
} as const

export type Journey = keyof typeof journeys
