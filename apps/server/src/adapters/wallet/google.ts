import { importPKCS8, SignJWT } from 'jose'
import type { Brand } from '@playhouse/domain/brand'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import type { PassTicket } from '#modules/wallet'

/** What Google gives to who issues passes: the issuer's number, and the service account that signs for it. */
export type GoogleSettings = { readonly issuer: string; readonly account: string; /** PEM, PKCS #8. */ readonly key: string }

/** Makes links that save a ticket in Google's wallet. All it must know is in the link itself, signed: no call to Google. */
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

/** A class is an evening, an object a ticket of it. Kept short: browsers and Google take about 1,800 characters. */
function passOf(issuer: string, brand: Brand, ticket: PassTicket): object {
  const said = (value: string) => ({ defaultValue: { language: languageTag(ticket.locale), value } })
  const classId = `${issuer}.${brand.id}-${ticket.instance}`
  const place = Object.fromEntries(ticket.places.map(({ key, value }) => [googleNames[key] ?? key, said(value)]))
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: brand.name,
        reviewStatus: 'UNDER_REVIEW',
        eventName: said(ticket.title),
        venue: { name: said(ticket.hall), address: said(brand.contact.address) },
        dateTime: { start: ticket.startsAt },
      },
    ],
    eventTicketObjects: [
      {
        id: `${issuer}.${ticket.id}`,
        classId,
        state: 'ACTIVE',
        barcode: { type: 'QR_CODE', value: ticket.qr },
        seatInfo: place,
      },
    ],
  }
}

const googleNames: Record<string, string> = { area: 'section', entrance: 'gate' }
