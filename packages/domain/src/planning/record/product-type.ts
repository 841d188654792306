/** The type of the products that menus consist of. A brand does not list it: it has no page. */
export const dishType = 'dish'
