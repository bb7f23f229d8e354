import type { Implementation } from '../lib/implement.ts'
import activity from './activity.ts'
import auth from './auth.ts'
import banks from './banks.ts'
import bulk from './bulk.ts'
import clientErrors from './client-errors.ts'
import commands from './commands.ts'
import competitorCalls from './competitor-calls.ts'
import competitors from './competitors.ts'
import counters from './counters.ts'
import coverImages from './cover-images.ts'
import dashboard from './dashboard.ts'
import dataQuery from './data-query.ts'
import defaultMails from './default-mails.ts'
import devices from './devices.ts'
import dispensers from './dispensers.ts'
import expirations from './expirations.ts'
import exports from './exports.ts'
import extinguisherIntervals from './extinguisher-intervals.ts'
import fireExtinguishers from './fire-extinguishers.ts'
import fuels from './fuels.ts'
import history from './history.ts'
import inspectionFiles from './inspection-files.ts'
import inspectionModels from './inspection-models.ts'
import inspectionOffline from './inspection-offline.ts'
import inspectionPdfs from './inspection-pdf.ts'
import inspectionSend from './inspection-send.ts'
import inspections from './inspections.ts'
import jobs from './jobs.ts'
import mails from './mails.ts'
import mimit from './mimit.ts'
import networkDevices from './network-devices.ts'
import nonConformities from './non-conformities.ts'
import notifications from './notifications.ts'
import oilSeparators from './oil-separators.ts'
import openings from './openings.ts'
import pieces from './pieces.ts'
import pos from './pos.ts'
import presence from './presence.ts'
import pricePdfs from './price-pdfs.ts'
import prices from './prices.ts'
import qr from './qr.ts'
import rescue from './rescue.ts'
import savedViews from './saved-views.ts'
import search from './search.ts'
import services from './services.ts'
import settings from './settings.ts'
import stationAcl from './station-acl.ts'
import stationDevices from './station-devices.ts'
import { app as appStations, directory as stationDirectory } from './station-directory.ts'
import stationFiles from './station-files.ts'
import stationImport from './station-import.ts'
import stationNotes from './station-notes.ts'
import stationRecord from './station-record.ts'
import stationReport from './station-report.ts'
import stationSets from './station-sets.ts'
import stations from './stations.ts'
import groups from './support.ts'
import tankMaintenances from './tank-maintenances.ts'
import tanks from './tanks.ts'
import ticketCategories from './ticket-categories.ts'
import ticketDrafts from './ticket-drafts.ts'
import ticketOffline from './ticket-offline.ts'
import ticketSend from './ticket-send.ts'
import tickets from './tickets.ts'
import users from './users.ts'

export const implementations: readonly Implementation[] = [
  activity,
  appStations,
  auth,
  banks,
  bulk,
  clientErrors,
  commands,
  competitorCalls,
  competitors,
  counters,
  coverImages,
  dashboard,
  dataQuery,
  defaultMails,
  devices,
  dispensers,
  expirations,
  exports,
  extinguisherIntervals,
  fireExtinguishers,
  fuels,
  groups,
  history,
  inspectionFiles,
  inspectionModels,
  inspectionOffline,
  inspectionPdfs,
  inspectionSend,
  inspections,
  jobs,
  mails,
  mimit,
  networkDevices,
  nonConformities,
  notifications,
  oilSeparators,
  openings,
  presence,
  pricePdfs,
  prices,
  qr,
  pieces,
  pos,
  rescue,
  savedViews,
  search,
  services,
  settings,
  stationAcl,
  stationDevices,
  stationDirectory,
  stationFiles,
  stationImport,
  stationNotes,
  stationReport,
  stationRecord,
  stationSets,
  stations,
  tankMaintenances,
  tanks,
  ticketCategories,
  ticketSend,
  tickets,
  ticketDrafts,
  ticketOffline,
  users,
]
