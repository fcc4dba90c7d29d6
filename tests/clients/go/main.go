// Runs what back ends do with the Go client. The arguments are the emulator's host:port, which the
// client reads from FIRESTORE_EMULATOR_HOST instead, and the project. Prints a line of JSON for each
// check: its name, and "passed" or what went wrong.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"sync"
	"time"

	"cloud.google.com/go/firestore"
	"cloud.google.com/go/firestore/apiv1/firestorepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type object = map[string]any

type check struct {
	name string
	run  func(ctx context.Context, client *firestore.Client, path string) error
}

func equal(found, expected any) error {
	if reflect.DeepEqual(found, expected) {
		return nil
	}
	return fmt.Errorf("%v instead of %v", found, expected)
}

func ids(documents []*firestore.DocumentSnapshot) []string {
	found := []string{}
	for _, document := range documents {
		found = append(found, document.Ref.ID)
	}
	return found
}

func first(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}

var checks = []check{
	{"values of every type", func(ctx context.Context, client *firestore.Client, path string) error {
		one := client.Doc(path + "/one")
		data := object{
			"none": nil, "yes": true, "whole": int64(1) << 60, "part": 0.5, "text": "é\x00",
			"raw": []byte{0, 255}, "at": time.Unix(1709209815, 250000000).UTC(),
			"list": []any{int64(1), object{"deep": "x"}},
		}
		_, err := one.Set(ctx, data)
		snapshot, err2 := one.Get(ctx)
		return first(err, err2, equal(snapshot.Data(), data))
	}},
	{"creating, updating and deleting", func(ctx context.Context, client *firestore.Client, path string) error {
		one := client.Doc(path + "/one")
		_, err := one.Create(ctx, object{"n": 1, "map": object{"a": 1}})
		_, twice := one.Create(ctx, object{})
		_, err2 := one.Update(ctx, []firestore.Update{
			{Path: "n", Value: firestore.Increment(2)},
			{Path: "map.b", Value: firestore.ServerTimestamp},
			{Path: "map.a", Value: firestore.Delete},
			{Path: "list", Value: firestore.ArrayUnion("x", "x")},
		})
		snapshot, err3 := one.Get(ctx)
		if err := first(err, err2, err3, equal(status.Code(twice), codes.AlreadyExists)); err != nil {
			return err
		}
		n, _ := snapshot.DataAt("n")
		list, _ := snapshot.DataAt("list")
		_, err4 := one.Delete(ctx, firestore.LastUpdateTime(snapshot.UpdateTime))
		_, gone := one.Get(ctx)
		return first(equal(n, int64(3)), equal(list, []any{"x"}), err4, equal(status.Code(gone), codes.NotFound))
	}},
	{"queries", func(ctx context.Context, client *firestore.Client, path string) error {
		all := client.Collection(path)
		for n := range 5 {
			if _, err := all.Doc("d"+strconv.Itoa(n)).Set(ctx, object{"n": n, "even": n%2 == 0}); err != nil {
				return err
			}
		}
		even, err := all.Where("even", "==", true).OrderBy("n", firestore.Desc).Limit(2).Documents(ctx).GetAll()
		after, err2 := all.OrderBy("n", firestore.Asc).StartAfter(2).Documents(ctx).GetAll()
		some, err3 := all.Where("n", "in", []int{1, 9}).Select("n").Documents(ctx).GetAll()
		return first(err, err2, err3,
			equal(ids(even), []string{"d4", "d2"}),
			equal(ids(after), []string{"d3", "d4"}),
			equal(some[0].Data(), object{"n": int64(1)}))
	}},
	{"aggregations", func(ctx context.Context, client *firestore.Client, path string) error {
		for n := range 4 {
			if _, err := client.Doc(path+"/d"+strconv.Itoa(n)).Set(ctx, object{"n": n}); err != nil {
				return err
			}
		}
		query := client.Collection(path).NewAggregationQuery().WithCount("count").WithSum("n", "sum").WithAvg("n", "avg")
		found, err := query.Get(ctx)
		if err != nil {
			return err
		}
		return first(
			equal(found["count"].(*firestorepb.Value).GetIntegerValue(), int64(4)),
			equal(found["sum"].(*firestorepb.Value).GetIntegerValue(), int64(6)),
			equal(found["avg"].(*firestorepb.Value).GetDoubleValue(), 1.5))
	}},
	{"contending transactions lose nothing", func(ctx context.Context, client *firestore.Client, path string) error {
		one := client.Doc(path + "/one")
		if _, err := one.Set(ctx, object{"n": 0}); err != nil {
			return err
		}
		increment := func(ctx context.Context, transaction *firestore.Transaction) error {
			snapshot, err := transaction.Get(one)
			if err != nil {
				return err
			}
			n, _ := snapshot.DataAt("n")
			return transaction.Set(one, object{"n": n.(int64) + 1})
		}
		errors := make([]error, 3)
		var all sync.WaitGroup
		for n := range errors {
			all.Go(func() {
				errors[n] = client.RunTransaction(ctx, increment, firestore.MaxAttempts(20))
			})
		}
		all.Wait()
		snapshot, err := one.Get(ctx)
		return first(append(errors, err, equal(snapshot.Data(), object{"n": int64(3)}))...)
	}},
	{"bulk writes", func(ctx context.Context, client *firestore.Client, path string) error {
		writer := client.BulkWriter(ctx)
		for n := range 30 {
			if _, err := writer.Set(client.Doc(path+"/d"+strconv.Itoa(n)), object{"n": n}); err != nil {
				return err
			}
		}
		writer.End()
		found, err := client.Collection(path).Documents(ctx).GetAll()
		return first(err, equal(len(found), 30))
	}},
	{"listeners", func(ctx context.Context, client *firestore.Client, path string) error {
		all := client.Collection(path)
		snapshots := all.Where("n", ">", 0).Snapshots(ctx)
		defer snapshots.Stop()
		empty, err := snapshots.Next()
		if err != nil || empty.Size != 0 {
			return first(err, equal(empty.Size, 0))
		}
		if _, err := all.Doc("one").Set(ctx, object{"n": 1}); err != nil {
			return err
		}
		added, err := snapshots.Next()
		if err != nil {
			return err
		}
		_, err = all.Doc("one").Set(ctx, object{"n": 0})
		removed, err2 := snapshots.Next()
		return first(err, err2,
			equal(added.Changes[0].Kind, firestore.DocumentAdded),
			equal(removed.Changes[0].Kind, firestore.DocumentRemoved))
	}},
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client, err := firestore.NewClient(ctx, os.Args[2])
	if err != nil {
		panic(err)
	}
	defer client.Close()
	for number, each := range checks {
		result := "passed"
		if err := each.run(ctx, client, "c"+strconv.Itoa(number)); err != nil {
			result = err.Error()
		}
		line, _ := json.Marshal([]string{each.name, result})
		fmt.Println(string(line))
	}
}
