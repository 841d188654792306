/** The screens of staff that are opened without choosing something first, by their names in the texts of the palette. */
export const staffScreens = {
  customers: '/smart/customer/search',
  performances: '/smart/book',
  items: '/smart/sell',
  groups: '/smart/groups',
  takings: '/smart/takings',
  productions: '/smart/productions',
  newProduction: '/smart/productions/new',
  types: '/smart/performance-types',
  prices: '/smart/prices',
  halls: '/smart/halls',
  newHall: '/smart/halls/new',
  offers: '/smart/offers',
  catalogue: '/smart/catalogue',
  file: '/smart/programme-file',
  changes: '/smart/changes',
  staff: '/smart/staff',
  tokens: '/smart/tokens',
  api: '/smart/api',
} as const
export type StaffScreen = keyof typeof staffScreens
