/** The customer of counter sales without a name; a migration inserts the row. */
export const walkInCustomerId = '00000000-0000-4000-8000-000000000001'
