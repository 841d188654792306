/** Path of the page that lists all performances by date. */
export const listingsPath = '/listings'
/** Path of the page that lists all packages with their dates. */
export const packageListingsPath = '/listings-packages'

/** Whether a brand has the listing that a path names. @returns undefined where `path` names none */
export function hasListingsPage(
  { listings = false, packages = false }: { readonly listings?: boolean | undefined; readonly packages?: boolean | undefined },
  path: string,
): boolean | undefined {
  if (path === listingsPath) return listings
  return path === packageListingsPath ? listings && packages : undefined
}
