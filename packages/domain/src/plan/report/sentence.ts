import type { Finding, FindingCode } from './finding.ts'

type SentenceWriter = (finding: Finding) => string
const seats = ({ count }: Finding): string => (count === 1 ? '1 seat' : `${count} seats`)
const rows = ({ count }: Finding): string => (count === 1 ? '1 row' : `${count} rows`)
const are = ({ count }: Finding): string => (count === 1 ? 'is' : 'are')
const have = ({ count }: Finding): string => (count === 1 ? 'has' : 'have')
const stand = ({ count }: Finding): string => (count === 1 ? 'stands' : 'stand')

const photos = (count: number): string => (count === 1 ? '1 photograph' : `${count} photographs`)

/** Designers read these in English, on the command line and in the preview; the shop never shows them. */
const sentences: Record<FindingCode, SentenceWriter> = {
  'empty-file': () => 'The file is empty.',
  'cut-off': () => 'The file ends in the middle: it was not saved or sent whole.',
  'foreign-file': ({ params }) => `The file is ${params['kind']}, and no seat plan. ${params['way']}.`,
  'not-json': ({ params }) => `The file is not JSON: ${params['reason']}.`,
  'too-large': ({ params }) => `The file has ${params['megabytes']} MB; at most ${params['most']} are read.`,
  'too-many-seats': ({ params }) => `There are ${params['seats']} seats; at most ${params['most']} fit into a plan.`,
  'too-many-rows': ({ params }) => `There are ${params['rows']} rows; at most ${params['most']} are read.`,
  'too-many-areas': ({ params }) => `There are ${params['areas']} areas; at most ${params['most']} fit into a plan.`,
  'unknown-format': ({ params }) =>
    `This is no seat plan of a kind known here: it is ${params['found']}. Known are pretix plans, drawings in SVG, lists of seats with x and y, sections with seats, and our own plans.`,
  'malformed-plan': ({ params }) => `The plan is malformed: ${params['reason']}.`,
  'malformed-drawing': ({ params }) => `The drawing is malformed: ${params['reason']}.`,
  'drawing-without-seats': () =>
    'No shape of the drawing is a seat. Seats are circles, rectangles or paths of one size, or shapes that are called so, such as A-12.',
  'empty-plan': () => 'The plan has no seats.',
  'unreadable-position': (finding) =>
    `${seats(finding)} ${have(finding)} a position that can’t be read, or farther off than a plan reaches; they are parked below the hall.`,
  'unknown-type': (finding) => `${seats(finding)} ${have(finding)} a type that is unknown.`,
  'unknown-view': ({ count }) => `${count === 1 ? '1 area is' : `${count} areas are`} drawn on a view that isn’t there.`,
  'repeated-area': () => 'Two areas have the same id.',
  'repeated-id': (finding) => `${seats(finding)} ${have(finding)} an id that another seat has too: a ticket could mean either.`,
  'long-id': (finding) => `${seats(finding)} ${have(finding)} an id of more than 80 letters, too long for a ticket.`,
  'coincident-seats': (finding) => `${seats(finding)} ${stand(finding)} on exactly the place of another.`,
  'standing-without-outline': ({ count }) =>
    `${count === 1 ? '1 area' : `${count} areas`} to stand in can’t be drawn: no outline says how far the floor goes.`,
  'standing-in-rows': ({ count }) =>
    `${count === 1 ? '1 area' : `${count} areas`} to stand in ${count === 1 ? 'has' : 'have'} rows, tables or places of their own, which nobody is told.`,
  'standing-found': (finding) => `Areas to stand in were found, with room for ${finding.params['places']}.`,
  'wrong-capacity': ({ params, count }) =>
    `${count === 1 ? 'A capacity' : `${count} capacities`} can’t be meant: ${params['said']}. Between 1 and ${params['most']} may stand in an area.`,
  'box-without-walls': ({ count }) => `${count === 1 ? '1 box has' : `${count} boxes have`} no outline to draw as walls.`,
  'box-found': ({ count }) => `${count === 1 ? '1 area' : `${count} areas`} became a box, by name or walls.`,
  'table-found': ({ count }) =>
    `${count === 1 ? '1 table was' : `${count} tables were`} found, with the seats round ${count === 1 ? 'it' : 'them'}.`,
  'seat-on-table': (finding) => `${seats(finding)} ${stand(finding)} on the top of the table.`,
  'seat-off-table': (finding) => `${seats(finding)} ${stand(finding)} too far from the table to sit at it.`,
  'overlapping-seats': (finding) => `${seats(finding)} ${stand(finding)} nearer than half a seat to another.`,
  'lonely-seat': (finding) =>
    `${seats(finding)} ${stand(finding)} more than 50 metres from any other; the whole hall is drawn smaller for it.`,
  'vast-plan': ({ params }) => `The plan is ${params['kilometres']} km across; seen as a whole its seats are too small to tell apart.`,
  'area-without-seats': (finding) => `${finding.count === 1 ? '1 area has' : `${finding.count} areas have`} no seats.`,
  'row-without-seats': (finding) => `${rows(finding)} ${have(finding)} no seats and will not be kept.`,
  'seat-without-row': (finding) => `${seats(finding)} ${have(finding)} no row in the file.`,
  'not-a-seat': ({ count }) =>
    count === 1
      ? '1 thing among the seats is no seat: it has no fields.'
      : `${count} things among the seats are no seats: they have no fields.`,
  'wrong-count': ({ count }) => `The file counts its seats wrong in ${count === 1 ? '1 place' : `${count} places`}.`,
  'renamed-id': (finding) => `${seats(finding)} ${have(finding)} an id that was used before or is too long, and got another.`,
  'long-name': ({ count, params }) =>
    `${count === 1 ? '1 name has' : `${count} names have`} more than ${params['most']} letters and ${count === 1 ? 'was' : 'were'} cut short.`,
  'repeated-label': (finding) =>
    `${seats(finding)} ${have(finding)} the row and number of another seat in the area: people can’t tell them apart.`,
  'repeated-row': (finding) => `${rows(finding)} ${have(finding)} the label of another row in the area.`,
  'areas-named-alike': ({ params, count }) =>
    `${count + 1} areas are called “${params['name']}” and have rows of the same name: a ticket could mean any of them.`,
  'missing-numbers': (finding) => `${seats(finding)} ${have(finding)} no number; they were numbered from the left.`,
  'missing-labels': (finding) => `${rows(finding)} ${have(finding)} no label; they were numbered from the stage.`,
  'gap-in-numbers': (finding) => `Numbers are left out in ${rows(finding)}.`,
  'category-missing': (finding) => `${seats(finding)} ${have(finding)} no category, so no price can follow from it.`,
  'category-unknown': (finding) => `${seats(finding)} ${have(finding)} a category that the file doesn’t list.`,
  'category-is-state': (finding) =>
    `${seats(finding)} ${have(finding)} a category that is a state of one night, not a kind of seat: block them on the performance.`,
  'band-missing': (finding) => `${seats(finding)} ${have(finding)} no price band.`,
  'no-stage': () => 'The file has no stage that can be drawn. One was put where the row labels point; please check it.',
  'no-heights': () => 'All seats are at height 0: views from seats can’t be computed.',
  'no-access-facts': (finding) =>
    `${finding.count === 1 ? '1 area says' : `${finding.count} areas say`} nothing of entrances, steps and toilets; floors are guessed by names.`,
  'space-without-companion': ({ count }) =>
    count === 1 ? '1 wheelchair space has no companion seat beside it.' : `${count} wheelchair spaces have no companion seat beside them.`,
  'photo-of-nothing': ({ count }) =>
    `${photos(count)} of the view ${count === 1 ? 'is' : 'are'} for seats that aren’t there; nobody sees ${count === 1 ? 'it' : 'them'}.`,
  'photo-missing': ({ count }) => `${photos(count)} of the view ${count === 1 ? 'isn’t' : 'aren’t'} in the house’s folder.`,
  'photo-without-words': ({ count }) =>
    `${photos(count)} of the view ${count === 1 ? 'has' : 'have'} no words for those who can’t see ${count === 1 ? 'it' : 'them'}.`,
  'photo-not-translated': ({ params, count }) =>
    `${photos(count)} of the view ${count === 1 ? 'has' : 'have'} no words in “${params['language']}”.`,
  'seat-on-stage': (finding) => `${seats(finding)} ${stand(finding)} on the stage.`,
  'outside-size': (finding) => `${seats(finding)} ${stand(finding)} outside the size that the file declares.`,
  'outside-view-box': (finding) => `${seats(finding)} ${stand(finding)} outside the part of the plan that is shown.`,
  'outside-outline': (finding) => `${seats(finding)} ${stand(finding)} outside the outline of the area.`,
  'rows-cross': ({ count }) => (count === 1 ? '2 rows cross each other.' : `${count} pairs of rows cross each other.`),
  'levels-in-one-area': (finding) => `The area seems to hold ${finding.count} levels; make each of them a zone of its own.`,
  'type-from-category': (finding) => `${seats(finding)} became “${finding.params['type']}”, by the name of the category.`,
  'rows-joined': (finding) => `${rows(finding)} came in pieces and ${are(finding)} whole now: same label, one line, other numbers.`,
  'rows-found': (finding) => `Seats without rows were put into ${rows(finding)} by where they stand.`,
  'labels-left-out': ({ count }) =>
    count === 1 ? '1 text or shape is no seat and was left out.' : `${count} texts and shapes are no seats and were left out.`,
  'seats-by-shape': ({ params }) =>
    `The file is a drawing with ${params['shapes']} shapes. Seats are those with the name of a seat, and those of the size that most have; please check their number.`,
  scaled: ({ params }) =>
    `Lengths were scaled so that neighbours stand ${params['pitch']} cm apart: 1 cm is ${params['unit']} of the file.`,
}

/** A finding in a sentence. */
export const describeFinding = (finding: Finding): string => sentences[finding.code](finding)
