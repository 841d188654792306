/** Path of the page that lists flexible subscriptions. */
export const flexListPath = '/subscriptions/flex'
/** Path of the page of a flexible subscription. */
export const flexPath = (flex: string): string => `${flexListPath}/${flex}`
/** Path of the page that links a subscription card to its holder. */
export const subscriptionCardPath = '/subscription-card'

/** Whether a brand sells flexible subscriptions, whose pages a path names. @returns undefined where `path` names none */
export const hasFlexPage = (
  { flexSubscriptions = false }: { readonly flexSubscriptions?: boolean | undefined },
  path: string,
): boolean | undefined => (path === subscriptionCardPath || path.startsWith(flexListPath) ? flexSubscriptions : undefined)
