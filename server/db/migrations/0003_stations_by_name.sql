DROP INDEX "stations_name";--> statement-breakpoint
CREATE INDEX "stations_name" ON "stations" USING btree (translate(lower("name"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");