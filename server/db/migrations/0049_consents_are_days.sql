ALTER TABLE "customers" ALTER COLUMN "privacy_at" SET DATA TYPE date;--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "marketing_at" SET DATA TYPE date;