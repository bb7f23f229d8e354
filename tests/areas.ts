/** The areas of the product: one folder each in every layer below. */
export const areas = [
  ...['stations', 'equipment', 'prices', 'inspections', 'tickets', 'expirations', 'notifications', 'people'],
  ...['cards', 'coupons', 'gpl', 'content', 'shop', 'banks', 'overview'],
] as const
/** The folders that are divided into areas. */
export const layers = {
  contract: 'src/contract',
  rules: 'src/rules',
  domain: 'server/domain',
  schema: 'server/db/schema',
  resources: 'server/resources',
  seed: 'server/db/seed',
  features: 'src/features',
} as const
export type Layer = keyof typeof layers
/** Folders beside the areas for what every area stands on. */
export const common = ['kernel', 'shared', 'core']
/** Sees every area and is seen by none: the dashboard, the search, the history, jobs and the data query. */
export const ABOVE_ALL = 'overview'

/**
 * Which area may use which, and why: in a layer, files of the first may import files of the second that stand in the same layer or in one below it. Within
 * a layer the imports from area to area form no circle. A line that nothing needs any more fails the test as an import without its line does.
 */
export const uses: Record<Layer, Readonly<Record<string, Readonly<Record<string, string>>>>> = {
  contract: {
    people: { expirations: 'an obligation happens as often as an expiration' },
    prices: { stations: 'a price is of a station' },
  },
  rules: {
    prices: { stations: 'when a price may be announced depends on the opening hours' },
    stations: { equipment: 'the report of stations names the kinds of extinguishers' },
  },
  domain: {
    equipment: { tickets: 'a failed test of a tank opens an urgent ticket' },
    inspections: { equipment: 'an inspection names pieces as the equipment does' },
    prices: { stations: 'the ministry’s registry is compared by address and province' },
  },
  // A foreign key points from the first to the second.
  schema: {
    banks: { stations: 'a card belongs to a station' },
    cards: { stations: 'a customer has a station of reference' },
    equipment: {
      banks: 'a POS belongs to a bank',
      stations: 'a piece stands on a station',
      tickets: 'a failed test of a tank names its ticket',
    },
    coupons: { cards: 'an order is of a customer', stations: 'vouchers are good at stations' },
    content: { stations: 'a file for drivers is of a station' },
    gpl: { cards: 'a request is of a customer, and leads to a card', stations: 'a course is held at a station' },
    expirations: { notifications: 'a group is told of an expiration', stations: 'an expiration concerns a station' },
    inspections: {
      notifications: 'a group is told of what a model finds',
      stations: 'an inspection is of a station',
      tickets: 'a non-conformity names its ticket, a model the category',
    },
    people: { expirations: 'an obligation happens as often as an expiration', stations: 'a management is of a station' },
    prices: { stations: 'a price is of a fuel on a station; a competitor is near one' },
    shop: { stations: 'an order is of a station' },
    tickets: { notifications: 'a category has a group', stations: 'a ticket concerns a station' },
  },
  // Visibility is decided by station, so nearly every area uses `stations`. Tables of another area are joined if a row tells of it.
  resources: {
    banks: { equipment: 'a bank with POS is not deleted' },
    cards: { stations: 'a customer tells its station of reference' },
    equipment: {
      banks: 'a POS tells its bank',
      expirations: 'the next check of a piece is an expiration',
      inspections: 'the page of a piece shows what inspections found',
      stations: 'a piece stands on a station',
      tickets: 'the page of a piece shows its tickets; a failed test of a tank opens one',
    },
    content: {
      notifications: 'people are told of communications',
      stations: 'files for drivers are of stations; people are reached by station',
    },
    expirations: {
      equipment: 'an expiration that is done moves the date of its piece',
      notifications: 'people are told of what is due',
      stations: 'expirations are seen by station',
    },
    coupons: {
      cards: 'an order takes what it leaves empty from its customer',
      notifications: 'groups are told of what was issued',
      stations: 'vouchers are good at stations',
    },
    gpl: {
      cards: 'a completed request makes a customer and a card',
      notifications: 'groups are told of a new request',
      stations: 'a course is held at a station',
    },
    inspections: {
      equipment: 'an inspection asks about each piece of the station',
      notifications: 'groups are told of what was found',
      stations: 'an inspection is of a station',
      tickets: 'a non-conformity opens a ticket, and is solved with it',
    },
    notifications: {
      expirations: 'a group that expirations name is not deleted',
      inspections: 'a group that models name is not deleted',
      tickets: 'a group that categories name is not deleted',
    },
    people: {
      expirations: 'contracts and documents have expirations; an obligation happens as often as one',
      notifications: 'owners are told of their payslips, managers of what is due; whether the account of a manager hears of notices',
      stations: 'a management is of a station',
      tickets: 'whoever has open tickets is not deleted',
    },
    prices: { stations: 'a price is of a station' },
    shop: { notifications: 'people are told of orders', stations: 'an order is of a station' },
    stations: {
      equipment: 'a station tells how much stands on it; a fuel in a tank stays',
      inspections: 'a station with inspections is not deleted',
      people: 'access to a station follows the rights of its user and the managements; a station tells who runs it',
    },
    tickets: {
      equipment: 'a ticket names the piece it is about',
      inspections: 'a ticket tells the inspection it comes from; a category that models name is not deleted',
      notifications: 'people are told of tickets',
      stations: 'a ticket concerns a station',
    },
  },
  seed: {
    banks: { stations: 'cards are given to the stations made before' },
    cards: { stations: 'customers refer to the stations made before' },
    content: { stations: 'files for drivers are those of the stations made before' },
    equipment: { stations: 'pieces are put on the stations made before' },
    expirations: { equipment: 'extinguishers are checked at their intervals', stations: 'what is due concerns the stations made before' },
    coupons: { cards: 'orders are of the customers made before', stations: 'vouchers are used at the stations made before' },
    gpl: { cards: 'GPL cards have their requests', stations: 'courses are held at the stations made before' },
    inspections: {
      stations: 'the stations made before are inspected',
      tickets: 'what inspections found has tickets',
    },
    people: { expirations: 'contracts and documents have expirations', stations: 'people are given the stations made before' },
    prices: { stations: 'prices are those of the stations made before' },
    shop: { stations: 'articles are ordered by the stations made before' },
    tickets: { equipment: 'failed tests of tanks have tickets', stations: 'tickets concern the stations made before' },
  },
  // The page of a station is composed of what the areas above it show of theirs, a tab each; their pages need of stations the contract alone, to name and to choose one.
  features: {
    banks: { equipment: 'the page of a bank lists its POS' },
    cards: { people: 'the log is read by person', stations: 'a customer is given a station of reference' },
    coupons: { cards: 'an order is given to a customer', stations: 'vouchers are good, and used, at stations' },
    content: { people: 'recipients are chosen by name', stations: 'files and recipients are chosen by station' },
    equipment: {
      expirations: 'the date of the next check leads to its expiration',
      stations: 'tanks and codes are chosen by station',
      tickets: 'a ticket is opened for a piece',
    },
    expirations: { stations: 'an expiration is given to a station' },
    gpl: { cards: 'a request is given to a customer', stations: 'towns are suggested from those of the stations' },
    inspections: {
      equipment: 'a code read from a plate leads to the questions about that piece',
      notifications: 'a model names the group to be told',
      people: 'inspections are planned for an inspector',
      stations: 'inspections are planned for a station',
      tickets: 'a model names the category of the tickets it opens',
    },
    people: {
      expirations: 'an obligation happens as often as an expiration',
      notifications: 'the profile says what its person is told of',
      stations: 'a management is of a station',
    },
    prices: { stations: 'prices are read and written by station' },
    shop: { stations: 'an order is given for a station' },
    stations: {
      equipment: 'a tab of the station',
      expirations: 'a tab of the station',
      inspections: 'a tab of the station; a station is prepared for an inspection without a network',
      people: 'stations are given to users; a tab of the station',
      prices: 'a part of the tab of fuels',
      tickets: 'a tab of the station',
    },
    tickets: {
      equipment: 'a ticket is opened for a piece',
      notifications: 'a category has a group',
      people: 'people are mentioned in comments',
      stations: 'a ticket concerns a station',
    },
  },
}
