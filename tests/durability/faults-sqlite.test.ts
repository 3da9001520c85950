import { databaseFaults } from '../../bench/faults/database-faults.ts';
import { diskFaults } from '../../bench/faults/disk-faults.ts';
import { testFaults } from './test-faults.ts';

testFaults(diskFaults, { 'writing to the disk fails (EFBIG)': 503 });
testFaults(databaseFaults, {
  'another process holds the write lock': 503,
  'the file is moved away, and back': 503,
  'the data folder is deleted under the server': 503,
  'file and folder become read-only': 200,
});
