import type { ResourceName } from '../../src/contract/kernel/resource-names.ts'
import type { Implementation } from '../lib/core/implement.ts'
import banks from './banks/banks.ts'
import cardImport from './cards/card-import.ts'
import cards from './cards/cards.ts'
import customerLogs from './cards/customer-logs.ts'
import customers from './cards/customers.ts'
import duplicates from './cards/duplicates.ts'
import customerData from './cards/gdpr.ts'
import cardPapers from './cards/papers.ts'
import sync from './cards/sync.ts'
import { communicationCalls, controlCalls, messageCalls } from './content/communications.ts'
import documents from './content/documents.ts'
import supportDocuments from './content/support-documents.ts'
import { contactContainerCalls, contactItemCalls, usefulContactCalls } from './content/useful-contacts.ts'
import coupons from './coupons/coupons.ts'
import vouchers from './coupons/vouchers.ts'
import dispensers from './equipment/dispensers.ts'
import extinguisherIntervals from './equipment/extinguisher-intervals.ts'
import fireExtinguishers from './equipment/fire-extinguishers.ts'
import networkDevices from './equipment/network-devices.ts'
import oilSeparators from './equipment/oil-separators.ts'
import pieces from './equipment/pieces.ts'
import pos from './equipment/pos.ts'
import qr from './equipment/qr.ts'
import stationDevices from './equipment/station-devices.ts'
import tankMaintenances from './equipment/tank-maintenances.ts'
import tanks from './equipment/tanks.ts'
import expirations from './expirations/expirations.ts'
import gplCourses from './gpl/courses.ts'
import gplModules from './gpl/modules.ts'
import gplRequests from './gpl/requests.ts'
import inspectionFiles from './inspections/files.ts'
import inspections from './inspections/inspections.ts'
import inspectionModels from './inspections/models.ts'
import nonConformities from './inspections/non-conformities.ts'
import inspectionOffline from './inspections/offline.ts'
import inspectionPdfs from './inspections/pdfs.ts'
import inspectionSend from './inspections/send.ts'
import groups from './notifications/groups.ts'
import mails from './notifications/mails.ts'
import { notificationsWith } from './notifications/notifications.ts'
import './followers.ts'
import activity from './overview/activity.ts'
import bulk from './overview/bulk.ts'
import clientErrors from './overview/client-errors.ts'
import commands from './overview/commands.ts'
import counters from './overview/counters.ts'
import dashboard from './overview/dashboard.ts'
import dataQuery from './overview/data-query.ts'
import exports from './overview/exports.ts'
import history from './overview/history.ts'
import jobs from './overview/jobs.ts'
import rescue from './overview/rescue.ts'
import retention from './overview/retention.ts'
import savedViews from './overview/saved-views.ts'
import search from './overview/search.ts'
import settings from './overview/settings.ts'
import system from './overview/system.ts'
import access from './people/access.ts'
import auth from './people/auth.ts'
import cashFunds from './people/cash-funds.ts'
import devices from './people/devices.ts'
import managementObligations from './people/management-obligations.ts'
import managements from './people/managements.ts'
import managers from './people/managers.ts'
import obligations from './people/obligations.ts'
import { cuds, payCommands, payrolls } from './people/payrolls.ts'
import personData from './people/person-data.ts'
import remuneration from './people/remuneration.ts'
import secondFactor from './people/second-factor.ts'
import stationEmployees from './people/station-employees.ts'
import userSync from './people/user-sync.ts'
import users from './people/users.ts'
import competitorCalls from './prices/competitor-prices.ts'
import competitors from './prices/competitors.ts'
import mimit from './prices/mimit.ts'
import pricePdfs from './prices/pdfs.ts'
import prices from './prices/prices.ts'
import ecommerceCarts from './shop/carts.ts'
import ecommerceCategories from './shop/categories.ts'
import ecommerceOrders from './shop/orders.ts'
import productImport from './shop/product-import.ts'
import ecommerceProducts from './shop/products.ts'
import ecommerceTags from './shop/tags.ts'
import stationAcl from './stations/acl.ts'
import coverImages from './stations/cover-images.ts'
import { app as appStations, directory as stationDirectory } from './stations/directory.ts'
import stationFiles from './stations/files.ts'
import fuels from './stations/fuels.ts'
import stationImport from './stations/import.ts'
import stationNotes from './stations/notes.ts'
import openings from './stations/openings.ts'
import stationRecord from './stations/record.ts'
import stationReport from './stations/report.ts'
import services from './stations/services.ts'
import stationSets from './stations/sets.ts'
import stations from './stations/stations.ts'
import ticketCategories from './tickets/categories.ts'
import defaultMails from './tickets/default-mails.ts'
import ticketDrafts from './tickets/drafts.ts'
import { countNewTickets } from './tickets/list.ts'
import ticketOffline from './tickets/offline.ts'
import presence from './tickets/presence.ts'
import ticketSend from './tickets/send.ts'
import tickets from './tickets/tickets.ts'

/** The implementation of each resource of the contract; one whose calls stand in several files has a list of them. */
const registry: Readonly<Record<ResourceName, Implementation | readonly Implementation[]>> = {
  activity,
  app_stations: appStations,
  auth: [auth, access],
  second_factor: secondFactor,
  banks,
  'useful-contacts': usefulContactCalls,
  'contact-containers': contactContainerCalls,
  'contact-items': contactItemCalls,
  'support-documents': supportDocuments,
  communications: communicationCalls,
  documents,
  'communications-messages': messageCalls,
  'communications-ctrl': controlCalls,
  bulk,
  cards,
  cash_funds: cashFunds,
  card_import: cardImport,
  card_papers: cardPapers,
  'client-errors': clientErrors,
  system,
  product_import: productImport,
  commands: [commands, payCommands],
  competitors: [competitorCalls, competitors],
  counters,
  coupons,
  vouchers,
  cuds,
  payrolls,
  'cover-images': coverImages,
  'customer-logs': customerLogs,
  customers,
  sync,
  duplicates,
  'customer-data': customerData,
  'person-data': personData,
  dashboard,
  'data-query': dataQuery,
  'default-mails': defaultMails,
  devices,
  dispensers,
  'ecommerce-carts': ecommerceCarts,
  'ecommerce-categories': ecommerceCategories,
  'ecommerce-orders': ecommerceOrders,
  'ecommerce-products': ecommerceProducts,
  'ecommerce-tags': ecommerceTags,
  expirations,
  exports,
  extinguisher_intervals: extinguisherIntervals,
  fire_extinguishers: fireExtinguishers,
  fuels,
  'gpl-card-requests': gplRequests,
  'gpl-courses': gplCourses,
  'gpl-modules': gplModules,
  'notification-groups': groups,
  history,
  'inspection-files': inspectionFiles,
  'inspection-models': inspectionModels,
  'inspection-offline': inspectionOffline,
  'inspection-pdfs': inspectionPdfs,
  'inspection-send': inspectionSend,
  inspections,
  jobs,
  mails,
  management_obligations: managementObligations,
  managements,
  managers,
  mimit,
  network_devices: networkDevices,
  'non-conformities': nonConformities,
  notifications: notificationsWith(countNewTickets),
  obligations,
  oil_separators: oilSeparators,
  detailed_openings: openings,
  'tickets-presence': presence,
  price_pdfs: pricePdfs,
  prices,
  qr,
  pieces,
  pos,
  remuneration,
  rescue,
  saved_views: savedViews,
  search,
  available_services: services,
  retention,
  settings,
  station_acl: stationAcl,
  station_devices: stationDevices,
  station_directory: stationDirectory,
  station_employees: stationEmployees,
  station_files: stationFiles,
  station_import: stationImport,
  station_notes: stationNotes,
  station_report: stationReport,
  stations: [stationRecord, stationSets, stations],
  tank_maintenances: tankMaintenances,
  tanks,
  'ticket-categories': ticketCategories,
  'ticket-send': ticketSend,
  tickets,
  'ticket-drafts': ticketDrafts,
  'ticket-offline': ticketOffline,
  users: [users, userSync],
}
export const implementations: readonly Implementation[] = Object.entries(registry).flatMap(([name, given]) => {
  const all = [given].flat()
  for (const { endpoints } of all)
    for (const call of Object.values(endpoints))
      if (call.resource !== name) throw new Error(`server/resources/registry.ts has the calls of "${call.resource}" under "${name}".`)
  return all
})
