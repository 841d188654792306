// In a separate file, because pages link to food without its schemas.
/** The path of the food and drink for a production, or for one of its performances. */
export const foodPathOf = (event: string, instance?: string): string =>
  instance === undefined ? `/food-and-drink/${event}` : `/food-and-drink/${event}/${instance}`

/** Whether a brand sells food and drink, whose page a path names. @returns undefined where `path` names none */
export const hasFoodPage = ({ foodAndDrink = false }: { readonly foodAndDrink?: boolean | undefined }, path: string): boolean | undefined =>
  path.split('/')[1] === 'food-and-drink' ? foodAndDrink : undefined
