/**
 * Namespaces that are fetched together. `first` is loaded before the first screen: the frame, the components and what's on. `problem`,
 * the texts of every problem, is loaded with the screens of every journey. Other pages, such as the home page, load it when the browser
 * is idle: a problem must not need the network. The others are loaded with their screens.
 */
export const journeys = {
  first: ['shell', 'part', 'browse'],
  problem: ['problem'],
  seat: ['seat'],
  queue: ['queue'],
  ballot: ['ballot'],
  form: ['form'],
  table: ['table'],
  voucher: ['voucher'],
  giving: ['giving'],
  membership: ['membership'],
  product: ['product'],
  food: ['food'],
  subscription: ['subscription'],
  package: ['package'],
  flex: ['flex'],
  listings: ['listings'],
  counter: ['box-office'],
  planning: ['planning', 'catalogue', 'programme-file'],
  hall: ['hall'],
  lock: ['lock'],
  replan: ['replan'],
  movingIn: ['moving-in'],
  administration: ['administration'],
  offer: ['offer'],
  group: ['group'],
  entry: ['entry'],
  account: ['profile', 'programme'],
  order: ['basket', 'account', 'checkout', 'order', 'share', 'item'],
} as const

export type Journey = keyof typeof journeys
