if ( ras.cell_free > ras.cell_null )
  error = FT_THROW( Raster_Overflow );
