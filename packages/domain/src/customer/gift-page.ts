// In a separate file, because the first script does not have it.

/** The path at which the recipient of a gift claims the membership. */
export const giftClaimPath = '/contributions/memberships/claim'

/** Number of characters of the message with a gift membership. */
export const giftMessageLength = 300
