import type { TranslatedText } from '../format/translated-text.ts'
import type { OfferName } from './offer-name.ts'

/** The name of an offer as a text of the theatre: without a name in a language, it is the one in the theatre's language. */
export const offerText = ({ name, names }: OfferName): TranslatedText => ({ text: name, ...(names && { translations: names }) })

/** The fields of the name of an offer, without those of the offer. No other languages are no field. */
export const offerNameOf = ({ name, names }: OfferName): Pick<OfferName, 'name' | 'names'> => ({
  name,
  ...(names && Object.keys(names).length > 0 && { names }),
})
