// In a separate file, because the first script has it, without the schemas.

/** Path of the page that lists the funds. */
export const donationsPath = '/contributions/donations'

/** The path of a fund's page. */
export const fundPathOf = ({ fund }: { readonly fund: string }): string => `${donationsPath}/${fund}`

/**
 * Whether a brand has the page of donations, or of a fund. A fund that takes no donations now has its page.
 * @returns undefined where `path` is none of them
 */
export function hasDonationPage(
  brand: { readonly features: { readonly donations: boolean }; readonly giving: readonly { readonly fund: string }[] },
  path: string,
): boolean | undefined {
  if (path !== donationsPath && !path.startsWith(`${donationsPath}/`)) return undefined
  const { features, giving } = brand
  return features.donations && giving.length > 0 && (path === donationsPath || giving.some((fund) => fundPathOf(fund) === path))
}
