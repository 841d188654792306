export {
  beginVisit,
  type CustomerRow,
  endVisit,
  giveBasket,
  keepBaskets,
  newVisit,
  resumeVisit,
  sessionKeyOf,
  sweepVisits,
  type Visit,
} from './session.ts'
