import type { SeatType } from '../model/schema.ts'

/** Words of categories that state the type of a seat, in the languages in which seat plans are drawn. */
const typeWords: readonly (readonly [SeatType, RegExp])[] = [
  ['companion', /companion|carer|begleit|accompagn|acompañ|ledsagar/i],
  ['wheelchair', /wheel ?chair|roll?stuhl|rolstoel|fauteuil|\bpmr\b|silla de ruedas|rullstol|handicap|accessible/i],
  ['audio-described', /audio.?descri|audio.?deskript|audiodescrip|syntolk/i],
  ['captioned', /\bcaption|untertitel|sous-titr|subt[ií]tul|undertext/i],
  ['bsl', /sign(ed)? language|\bbsl\b|geb[äa]rden|langue des signes|lengua de signos|teckenspr/i],
  ['misc', /\baccess list\b/i],
  ['information', /\bask the box office\b/i],
  ['restricted-view', /restricted|obstructed|sichtbehind|visibilit[ée] r[ée]duite|visi[oó]n reducida|skymd/i],
]
const stateWords =
  /\b(un|not )available|\bsold\b|\bblocked\b|\breserved\b|\bvip hold\b|gesperrt|verkauft|nicht verf|vendu|indisponible|agotad|no disponible|såld|upptagen/i
const stageWords =
  /^(the |main |die |la |el )?(stage|b(ü|ue)hne|sc[eè]ne|scène|escenario|scen|panggung|palco|pódium|orchester|screen|leinwand|pitch|field)\b/i
const levelWords =
  /\b(floor|level|storey|gallery|circle|balcony|tier|stalls|rang|balkon|parkett|etage|étage|galerie|balcon|läktare|lantai)\b/i

const boxWords = /^(private )?(box|loge|logen|loża|palco|baignoire|lòj)\b/i

export const isBox = (text: string): boolean => boxWords.test(text)
export const typeInWords = (text: string): SeatType | undefined => typeWords.find(([, words]) => words.test(text))?.[0]
export const isState = (text: string): boolean => stateWords.test(text)
export const isLevel = (text: string): boolean => levelWords.test(text)
/** Also with spaces between the letters. */
export const isStage = (text: string): boolean => stageWords.test(text) || stageWords.test(text.replace(/\s+/g, ''))

/** Number of storeys above the stage, guessed from an area's name; the designer should check it. */
export function floorsIn(name: string): number {
  const numberPattern =
    /\b(?:floor|level|storey|gallery|tier|rang|etage|étage|lantai)\s*#?\s*(\d{1,2})\b|\b(\d{1,2})\.?\s*(?:rang|stock|etage|étage|floor)\b/i.exec(
      name,
    )
  if (numberPattern) return Number(numberPattern[1] ?? numberPattern[2])
  return /amphitheat|upper|gods/i.test(name)
    ? 3
    : /balcony|balkon|balcon|gallery|galerie/i.test(name)
      ? 2
      : /circle|tier|\brang\b|läktare/i.test(name)
        ? 1
        : 0
}
