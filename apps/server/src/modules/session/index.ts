export {
  beginVisit,
  type CustomerRow,
  endVisit,
  forgetWho,
  giveBasket,
  isBegunAlready,
  keepBaskets,
  newVisit,
  resumeVisit,
  sessionKeyOf,
  sweepVisits,
  type Visit,
} from './session.ts'
