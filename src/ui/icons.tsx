import AddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs'
import Adjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs'
import AlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import Archive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import ArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import ArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import ArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import ArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import Bell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import Bookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import Books from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs'
import BuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import Calendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import Camera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs'
import Car from '@tabler/icons-react/dist/esm/icons/IconCar.mjs'
import Category from '@tabler/icons-react/dist/esm/icons/IconCategory.mjs'
import Check from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import ChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import ChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import ChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import CircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import CircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs'
import ClipboardText from '@tabler/icons-react/dist/esm/icons/IconClipboardText.mjs'
import Clock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import Cloud from '@tabler/icons-react/dist/esm/icons/IconCloud.mjs'
import CloudCheck from '@tabler/icons-react/dist/esm/icons/IconCloudCheck.mjs'
import CloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import CoinEuro from '@tabler/icons-react/dist/esm/icons/IconCoinEuro.mjs'
import Copy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import CreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs'
import DeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import DeviceMobileCheck from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileCheck.mjs'
import DotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import Download from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import Droplet from '@tabler/icons-react/dist/esm/icons/IconDroplet.mjs'
import ExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs'
import File from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import Files from '@tabler/icons-react/dist/esm/icons/IconFiles.mjs'
import Filter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import Flame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs'
import GasStation from '@tabler/icons-react/dist/esm/icons/IconGasStation.mjs'
import GripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import History from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import InfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import Key from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import LayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import LayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs'
import LayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs'
import Link from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import List from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import ListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs'
import Lock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import Logout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import Mail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import MapSheet from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs'
import MapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import Microphone from '@tabler/icons-react/dist/esm/icons/IconMicrophone.mjs'
import Minus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import Note from '@tabler/icons-react/dist/esm/icons/IconNote.mjs'
import PackageBox from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import Pencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import Phone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import Photo from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import Pin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import PinFilled from '@tabler/icons-react/dist/esm/icons/IconPinFilled.mjs'
import Plus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import Qrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs'
import Refresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import Search from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import ServerOff from '@tabler/icons-react/dist/esm/icons/IconServerOff.mjs'
import Settings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import Share from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import ShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import ShoppingCart from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs'
import Speakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs'
import Stack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import Star from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import StarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import Ticket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs'
import ToolsKitchen2 from '@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs'
import Trash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import Truck from '@tabler/icons-react/dist/esm/icons/IconTruck.mjs'
import Upload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import User from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import Users from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import X from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ComponentType } from 'react'

type Shape = typeof Check

/** Decoration only: the text is beside it, or in the aria-label of the button around it. `size` in CSS pixels. */
export type Icon = ComponentType<{ size?: number }>

const icon =
  (Shape: Shape): Icon =>
  ({ size = 20 }) => <Shape size={size} stroke={1.75} aria-hidden />
export const IconAlertTriangle = /* @__PURE__ */ icon(AlertTriangle)
export const IconArrowBackUp = /* @__PURE__ */ icon(ArrowBackUp)
export const IconArrowDown = /* @__PURE__ */ icon(ArrowDown)
export const IconArrowUp = /* @__PURE__ */ icon(ArrowUp)
export const IconArrowsSort = /* @__PURE__ */ icon(ArrowsSort)
export const IconBell = /* @__PURE__ */ icon(Bell)
export const IconBookmark = /* @__PURE__ */ icon(Bookmark)
export const IconBuildingBank = /* @__PURE__ */ icon(BuildingBank)
export const IconCalendar = /* @__PURE__ */ icon(Calendar)
export const IconCamera = /* @__PURE__ */ icon(Camera)
export const IconDroplet = /* @__PURE__ */ icon(Droplet)
export const IconCategory = /* @__PURE__ */ icon(Category)
export const IconMicrophone = /* @__PURE__ */ icon(Microphone)
export const IconCheck = /* @__PURE__ */ icon(Check)
export const IconChevronLeft = /* @__PURE__ */ icon(ChevronLeft)
export const IconChevronRight = /* @__PURE__ */ icon(ChevronRight)
export const IconCircleCheck = /* @__PURE__ */ icon(CircleCheck)
export const IconCircleDashed = /* @__PURE__ */ icon(CircleDashed)
export const IconClock = /* @__PURE__ */ icon(Clock)
export const IconCloud = /* @__PURE__ */ icon(Cloud)
export const IconCloudCheck = /* @__PURE__ */ icon(CloudCheck)
export const IconCloudOff = /* @__PURE__ */ icon(CloudOff)
export const IconDeviceMobileCheck = /* @__PURE__ */ icon(DeviceMobileCheck)
export const IconDotsVertical = /* @__PURE__ */ icon(DotsVertical)
export const IconDownload = /* @__PURE__ */ icon(Download)
export const IconExclamationCircle = /* @__PURE__ */ icon(ExclamationCircle)
export const IconFile = /* @__PURE__ */ icon(File)
export const IconFilter = /* @__PURE__ */ icon(Filter)
export const IconInfoCircle = /* @__PURE__ */ icon(InfoCircle)
export const IconLock = /* @__PURE__ */ icon(Lock)
export const IconLogout = /* @__PURE__ */ icon(Logout)
export const IconMinus = /* @__PURE__ */ icon(Minus)
export const IconPackage = /* @__PURE__ */ icon(PackageBox)
export const IconShoppingCart = /* @__PURE__ */ icon(ShoppingCart)
export const IconStar = /* @__PURE__ */ icon(Star)
export const IconStarFilled = /* @__PURE__ */ icon(StarFilled)
export const IconPencil = /* @__PURE__ */ icon(Pencil)
export const IconPhoto = /* @__PURE__ */ icon(Photo)
export const IconPin = /* @__PURE__ */ icon(Pin)
export const IconPinFilled = /* @__PURE__ */ icon(PinFilled)
export const IconPlus = /* @__PURE__ */ icon(Plus)
export const IconQrcode = /* @__PURE__ */ icon(Qrcode)
export const IconRefresh = /* @__PURE__ */ icon(Refresh)
export const IconSearch = /* @__PURE__ */ icon(Search)
export const IconServerOff = /* @__PURE__ */ icon(ServerOff)
export const IconShare = /* @__PURE__ */ icon(Share)
export const IconTrash = /* @__PURE__ */ icon(Trash)
export const IconUpload = /* @__PURE__ */ icon(Upload)
export const IconUser = /* @__PURE__ */ icon(User)
export const IconX = /* @__PURE__ */ icon(X)
export const IconGripVertical = /* @__PURE__ */ icon(GripVertical)
export const IconCoinEuro = /* @__PURE__ */ icon(CoinEuro)
export const IconCopy = /* @__PURE__ */ icon(Copy)
export const IconClipboardText = /* @__PURE__ */ icon(ClipboardText)
export const IconArchive = /* @__PURE__ */ icon(Archive)
export const IconCar = /* @__PURE__ */ icon(Car)
export const IconCreditCard = /* @__PURE__ */ icon(CreditCard)
export const IconDeviceMobile = /* @__PURE__ */ icon(DeviceMobile)
export const IconBooks = /* @__PURE__ */ icon(Books)
export const IconAdjustments = /* @__PURE__ */ icon(Adjustments)
export const IconListCheck = /* @__PURE__ */ icon(ListCheck)
export const IconFlame = /* @__PURE__ */ icon(Flame)
export const IconList = /* @__PURE__ */ icon(List)
export const IconMap = /* @__PURE__ */ icon(MapSheet)
export const IconGasStation = /* @__PURE__ */ icon(GasStation)
export const IconKey = /* @__PURE__ */ icon(Key)
export const IconShieldCheck = /* @__PURE__ */ icon(ShieldCheck)
export const IconToolsKitchen2 = /* @__PURE__ */ icon(ToolsKitchen2)
export const IconChevronDown = /* @__PURE__ */ icon(ChevronDown)
export const IconLayoutDashboard = /* @__PURE__ */ icon(LayoutDashboard)
export const IconLayoutSidebarLeftCollapse = /* @__PURE__ */ icon(LayoutSidebarLeftCollapse)
export const IconLayoutSidebarLeftExpand = /* @__PURE__ */ icon(LayoutSidebarLeftExpand)
export const IconHistory = /* @__PURE__ */ icon(History)
export const IconUsers = /* @__PURE__ */ icon(Users)
export const IconSettings = /* @__PURE__ */ icon(Settings)
export const IconStack2 = /* @__PURE__ */ icon(Stack2)
export const IconTicket = /* @__PURE__ */ icon(Ticket)
export const IconPhone = /* @__PURE__ */ icon(Phone)
export const IconMail = /* @__PURE__ */ icon(Mail)
export const IconLink = /* @__PURE__ */ icon(Link)
export const IconMapPin = /* @__PURE__ */ icon(MapPin)
export const IconNote = /* @__PURE__ */ icon(Note)
export const IconFiles = /* @__PURE__ */ icon(Files)
export const IconTruck = /* @__PURE__ */ icon(Truck)
export const IconSpeakerphone = /* @__PURE__ */ icon(Speakerphone)
export const IconAddressBook = /* @__PURE__ */ icon(AddressBook)
