// In a separate file, because pages link to food without its schemas.
/** The path of the food and drink for a production, or for one of its performances. */
export const foodPathOf = (event: string, instance?: string): string =>
  instance === undefined ? `/food-and-drink/${event}` : `/food-and-drink/${event}/${instance}`
