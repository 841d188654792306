/** Who somebody is to the books who gave no name at the counter; the schema brings the row. */
export const walkInCustomerId = '00000000-0000-4000-8000-000000000001'
