import { PKPass } from 'passkit-generator'
import type { Brand } from '@playhouse/domain/brand'
import type { PassTicket } from '#modules/wallet'

/** Credentials that Apple issues to a developer of passes: PEM texts, and the two identifiers in the certificate. */
export type AppleSettings = {
  /** `pass.org.theatre.ticket` */
  readonly passType: string
  readonly team: string
  readonly certificate: string
  readonly key: string
  readonly passphrase?: string | undefined
  /** Apple's intermediate certificate (WWDR), which issued `certificate`. */
  readonly wwdr: string
}
/** Image files of the pass by name. */
export type PassIcons = Readonly<Record<string, Buffer>>

/** Hours from the end of the performance until the pass expires. */
const expiryHours = 6

/** Writes signed passes: a zip file with a manifest of SHA-1 sums and a detached PKCS #7 signature, both of which the wallet verifies. */
export function createApplePass(
  { passType, team, certificate, key, passphrase, wwdr }: AppleSettings,
  { brand, icons }: { readonly brand: Brand; readonly icons: PassIcons },
): (ticket: PassTicket) => Uint8Array {
  const { light } = brand.colours
  const certificates = {
    wwdr,
    signerCert: certificate,
    signerKey: key,
    ...(passphrase === undefined ? {} : { signerKeyPassphrase: passphrase }),
  }
  return (ticket) => {
    const pass = new PKPass({ ...icons, 'logo.png': icons['icon.png']!, 'logo@2x.png': icons['icon@2x.png']! }, certificates, {
      serialNumber: ticket.id,
      passTypeIdentifier: passType,
      teamIdentifier: team,
      organizationName: brand.name,
      logoText: brand.name,
      description: `${ticket.title}, ${ticket.when}`,
      ...(ticket.warning === undefined
        ? { backgroundColor: rgb(light.surface), foregroundColor: rgb(light.ink), labelColor: rgb(light['ink-soft']) }
        : { backgroundColor: rgb(light.danger), foregroundColor: rgb(light.paper), labelColor: rgb(light.paper) }),
      // Groups the tickets of an order for one performance.
      groupingIdentifier: `${ticket.order}.${ticket.instance}`,
    })
    pass.type = 'eventTicket'
    pass.primaryFields.push({ key: 'title', label: brand.name, value: ticket.title })
    pass.secondaryFields.push({ key: 'when', label: ticket.hall, value: ticket.when })
    if (ticket.warning !== undefined) pass.secondaryFields.push({ key: 'test', label: brand.name, value: ticket.warning })
    pass.auxiliaryFields.push(...ticket.places.map(({ key: name, name: label, value }) => ({ key: name, label, value })))
    pass.backFields.push(
      ...[...ticket.facts, ...ticket.notes].map(({ key: name, name: label, value }) => ({ key: `back-${name}`, label, value })),
    )
    pass.setBarcodes({ format: 'PKBarcodeFormatQR', message: ticket.qr, messageEncoding: 'iso-8859-1', altText: spaceOut(ticket.qr) })
    pass.setRelevantDate(new Date(ticket.startsAt))
    pass.setExpirationDate(new Date(Date.parse(ticket.endsAt) + expiryHours * 3_600_000))
    return pass.getAsBuffer()
  }
}

/** A colour in the only notation that a pass accepts. @param hex `#rrggbb` */
function rgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}

/** Groups the digits in fours, as people read them out. */
const spaceOut = (code: string): string => code.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
