/** The fourteen allergens that food sold in the United Kingdom must declare: annex II of Regulation (EU) 1169/2011. */
export const allergens = [
  'celery',
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'nuts',
  'peanuts',
  'sesame',
  'soya',
  'sulphites',
] as const
export type Allergen = (typeof allergens)[number]

/** Diets for which food can be marked as suitable. */
export const diets = ['vegetarian', 'vegan', 'halal', 'kosher', 'gluten-free', 'dairy-free'] as const
export type Diet = (typeof diets)[number]
