import { importPKCS8, SignJWT } from 'jose'
import type { Brand } from '@playhouse/domain/brand'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import type { PassTicket } from '#modules/wallet'

/** Credentials that Google issues to an issuer of passes: the issuer's number, and the service account that signs for it. */
export type GoogleSettings = { readonly issuer: string; readonly account: string; /** PEM, PKCS #8. */ readonly key: string }

/** Creates links that save a ticket in Google Wallet. A link contains the signed pass itself, so no call to Google is needed. */
export function createGoogleLink(
  { issuer, account, key }: GoogleSettings,
  { brand }: { readonly brand: Brand },
): (ticket: PassTicket) => Promise<string> {
  const signingKey = importPKCS8(key, 'RS256')
  return async (ticket) => {
    const jwt = await new SignJWT({ typ: 'savetowallet', payload: passOf(issuer, brand, ticket) })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(account)
      .setAudience('google')
      .setIssuedAt()
      .sign(await signingKey)
    return `https://pay.google.com/gp/v/save/${jwt}`
  }
}

/** A class is a performance, an object a ticket of it. Kept short: a link may have about 1,800 characters. */
function passOf(issuer: string, brand: Brand, ticket: PassTicket): object {
  const toLocalized = (value: string) => ({ defaultValue: { language: languageTag(ticket.locale), value } })
  const classId = `${issuer}.${brand.id}-${ticket.instance}`
  const seatInfo = Object.fromEntries(ticket.places.map(({ key, value }) => [googleNames[key] ?? key, toLocalized(value)]))
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: brand.name,
        reviewStatus: 'UNDER_REVIEW',
        eventName: toLocalized(ticket.title),
        venue: { name: toLocalized(ticket.hall), address: toLocalized(brand.contact.address) },
        dateTime: { start: ticket.startsAt },
      },
    ],
    eventTicketObjects: [
      {
        id: `${issuer}.${ticket.id}`,
        classId,
        state: 'ACTIVE',
        barcode: { type: 'QR_CODE', value: ticket.qr },
        seatInfo,
      },
    ],
  }
}

const googleNames: Record<string, string> = { area: 'section', entrance: 'gate' }
